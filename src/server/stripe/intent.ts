import type Stripe from 'stripe'
import type { PaymentIntent } from './payment-provider'

/** Asks for the charge in the same answer, because `toPaymentIntent` needs it. */
export const expandCharge = { expand: ['latest_charge'] }

export function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const { metadata, last_payment_error: error } = intent
  return {
    id: intent.id,
    status: toStatus(intent.status),
    clientSecret: intent.client_secret ?? '',
    amountKopiykas: intent.amount,
    receivedKopiykas: intent.amount_received,
    refundedKopiykas: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    currency: intent.currency,
    livemode: intent.livemode,
    createdAt: intent.created * 1000,
    installation: metadata.installation ?? null,
    billingEmail: charge?.billing_details.email ?? intent.receipt_email ?? null,
    lastDecline: error
      ? {
          charge: error.charge,
          message: error.message,
          code: error.code,
          declineCode: error.decline_code,
        }
      : null,
  }
}

/** The SDK lacks the last two, but the API's messages name them (recorded in 2026). */
const openStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  // Canceling releases an authorized amount that was not captured.
  'requires_capture',
  'requires_reauthorization',
  'expired',
]

/** Maps the status. An unknown one is neither paid nor safe to cancel. */
function toStatus(status: string): PaymentIntent['status'] {
  if (status === 'succeeded' || status === 'canceled') return status
  return openStatuses.includes(status) ? 'open' : 'processing'
}
