import type Stripe from 'stripe'
import { accountOf, newId } from '../ids'
import type { Charge } from './charge'

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
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
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
