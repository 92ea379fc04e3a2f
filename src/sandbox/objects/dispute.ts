import type { Metadata } from './card'
import type { Charge } from './charge'
import { newId } from './new-id'

const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  balance_transactions: never[]
  charge: string
  created: number
  currency: string
  enhanced_eligibility_types: never[]
  evidence: Record<(typeof evidenceFields)[number], string | null> & {
    enhanced_evidence: Record<string, never>
  }
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
      case_type: 'chargeback'
      network: string
      network_reason_code: string
    }
    type: 'card'
  }
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}

const answerWithinSeconds = 7 * 24 * 3600

/** `created` in seconds. Nobody has answered the bank yet. */
export function newDispute(charge: Charge, created: number, reason: string): Dispute {
  const networkReason = '10.4'
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...emptyEvidence(), enhanced_evidence: {} },
    evidence_details: {
      due_by: created + answerWithinSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: networkReason,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details.card.brand,
        case_type: 'chargeback',
        network: charge.payment_method_details.card.network,
        network_reason_code: networkReason,
      },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  }
}

function emptyEvidence(): Record<(typeof evidenceFields)[number], string | null> {
  const evidence: Partial<Record<(typeof evidenceFields)[number], string | null>> = {}
  for (const field of evidenceFields) evidence[field] = null
  return evidence as Record<(typeof evidenceFields)[number], string | null>
}
