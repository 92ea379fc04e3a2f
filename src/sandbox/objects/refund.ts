import type { Metadata } from './card'
import type { Charge } from './charge'
import { accountOf, newId } from './new-id'

export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer'

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  balance_transaction: string | null
  charge: string
  created: number
  currency: string
  customer: null
  customer_account: null
  destination_details: {
    card: { reference_status: string; reference_type: string; type: 'refund' }
    type: 'card'
  }
  failure_reason?: string
  metadata: Metadata
  payment_intent: string
  payment_method: string
  reason: RefundReason | null
  receipt_number: null
  source_transfer_reversal: null
  status: 'succeeded' | 'pending' | 'failed' | 'canceled'
  transfer_reversal: null
}

/** Amount in the currency's smallest unit, `created` in seconds. */
export function newRefund(
  charge: Charge,
  given: Pick<Refund, 'amount' | 'created' | 'metadata' | 'reason' | 'status'>,
): Refund {
  return {
    id: newId('re', accountOf(charge.id)),
    object: 'refund',
    balance_transaction: newId('txn', accountOf(charge.id)),
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
