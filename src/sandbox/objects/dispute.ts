import type { Metadata } from './card'
import type { Charge } from './charge'
import { accountOf, newId } from './new-id'

/** The shop has said nothing yet. */
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
  enhanced_evidence: {},
}

export type DisputeStatus =
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  balance_transactions: never[]
  charge: string
  created: number
  currency: string
  enhanced_eligibility_types: never[]
  evidence: typeof noEvidence
  evidence_details: {
    due_by: number
    enhanced_eligibility: Record<string, never>
    has_evidence: boolean
    past_due: boolean
    submission_count: number
    submission_method: 'not_submitted'
  }
  intended_submission_method: null
  is_charge_refundable: boolean
  livemode: false
  metadata: Metadata
  network_reason_code: string
  payment_intent: string
  payment_method_details: {
    card: {
      brand: string
      case_type: 'chargeback' | 'inquiry'
      network: string
      network_reason_code: string
    }
    type: 'card'
  }
  reason: string
  status: DisputeStatus
}

const answerWithinSeconds = 7 * 24 * 3600

/** `created` in seconds. Nobody has answered the bank yet. */
export function newDispute(
  charge: Charge,
  created: number,
  given: Pick<Dispute, 'amount' | 'reason' | 'status'>,
): Dispute {
  const networkReason = '10.4'
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
      due_by: created + answerWithinSeconds,
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
    network_reason_code: networkReason,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details.card.brand,
        case_type: isWarning(given.status) ? 'inquiry' : 'chargeback',
        network: charge.payment_method_details.card.network,
        network_reason_code: networkReason,
      },
      type: 'card',
    },
    ...given,
  }
}

/** The holder's bank only asks so far: no money has been taken back. */
export function isWarning(status: DisputeStatus): boolean {
  return status.startsWith('warning_')
}
