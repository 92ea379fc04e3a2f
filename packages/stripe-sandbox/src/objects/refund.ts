import type Stripe from 'stripe'
import { accountOf, newId } from '../ids'
import type { Charge } from './charge'

export type Refund = Omit<Stripe.Refund, 'charge' | 'payment_intent' | 'status'> & {
  charge: string
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed' | 'canceled'
}

/** Amount in the currency's smallest unit, `created` in seconds. */
export function createRefund(
  charge: Charge,
  given: Pick<Refund, 'amount' | 'created' | 'metadata' | 'reason' | 'status'>,
): Refund {
  const account = accountOf(charge.id)
  return {
    id: newId('re', account),
    object: 'refund',
    balance_transaction: newId('txn', account),
    charge: charge.id,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...given,
  }
}
