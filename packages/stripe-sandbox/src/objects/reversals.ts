import type Stripe from 'stripe'
import { accountOf, newId } from '../ids'
import type { Charge } from './charge'
import { nulls } from './nulls'

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

export type DisputeStatus =
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'

export type Dispute = Omit<Stripe.Dispute, 'charge' | 'payment_intent' | 'status'> & {
  charge: string
  payment_intent: string
  status: DisputeStatus
}

const noEvidence = {
  ...nulls(
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure',
  ),
  ...nulls('cancellation_rebuttal customer_communication customer_email_address customer_name'),
  ...nulls(
    'customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_explanation',
  ),
  ...nulls('duplicate_charge_id product_description receipt refund_policy'),
  ...nulls(
    'refund_policy_disclosure refund_refusal_explanation service_date service_documentation',
  ),
  ...nulls('shipping_address shipping_carrier shipping_date shipping_documentation'),
  ...nulls('shipping_tracking_number uncategorized_file uncategorized_text'),
  enhanced_evidence: {},
}

const responseDueInSeconds = 7 * 24 * 3600
const reasonCode = '10.4'

/** A warning is an inquiry of the holder's bank: no money has been withdrawn. */
export function isWarning(status: DisputeStatus): boolean {
  return status.startsWith('warning_')
}

/** Nobody has responded yet. `created` in seconds. */
export function createDispute(
  charge: Charge,
  created: number,
  given: Pick<Dispute, 'amount' | 'reason' | 'status'>,
): Dispute {
  const { brand } = charge.payment_method_details.card
  return {
    id: newId('du', accountOf(charge.id)),
    object: 'dispute',
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + responseDueInSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isWarning(given.status),
    livemode: false,
    metadata: {},
    network_reason_code: reasonCode,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: brand ?? 'unknown',
        case_type: isWarning(given.status) ? 'inquiry' : 'chargeback',
        network: brand ?? 'unknown',
        network_reason_code: reasonCode,
      },
      type: 'card',
    },
    ...given,
  }
}
