import type Stripe from 'stripe'
import type { IntentFacts, IntentStatus } from './card-provider'

/** Marks our intents among others of the same account. */
export const appTag = 'svichka'

/** Reads what we need of the provider's object; its latest charge must be expanded. */
export function readIntentFacts(intent: Stripe.PaymentIntent): IntentFacts {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: readStatus(intent.status),
    amountKopiykas: intent.amount,
    receivedKopiykas: intent.amount_received,
    refundedKopiykas: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    currency: intent.currency,
    livemode: intent.livemode,
    createdAt: intent.created * 1000,
    ref: intent.metadata.app === appTag ? (intent.metadata.ref ?? null) : null,
    cardLast4: charge?.payment_method_details?.card?.last4 ?? null,
    billingEmail: charge?.billing_details.email ?? intent.receipt_email ?? null,
  }
}

function readStatus(status: string): IntentStatus {
  if (status === 'succeeded' || status === 'canceled' || status === 'processing') return status
  return 'open'
}
