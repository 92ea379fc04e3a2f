import { accountOf, newId } from '../ids'
import type { Charge, Dispute } from '../records'
import type { Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'
import { nulls } from '../words'
import type { Outcome } from './cards'

/**
 * Opens a dispute about the full charge. An inquiry of the holder's bank is only a warning and withdraws no
 * money yet.
 */
export function openDispute(
  sandbox: Sandbox,
  charge: Charge,
  reason: NonNullable<Outcome['dispute']>,
): Dispute {
  const dispute = createDispute(charge, sandbox.clock.seconds(), reason)
  sandbox.store.put('dispute', dispute)
  sandbox.store.put('charge', { ...charge, disputed: true })
  sendEvent(sandbox, 'charge.dispute.created', dispute)
  if (reason !== 'inquiry') sendEvent(sandbox, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function closeDispute(
  sandbox: Sandbox,
  dispute: Dispute,
  status: 'won' | 'lost' | 'warning_closed',
): Dispute | undefined {
  if (!dispute.status.endsWith('needs_response')) return undefined
  const closed = { ...dispute, status, is_charge_refundable: status !== 'lost' }
  sandbox.store.put('dispute', closed)
  if (status === 'won') sendEvent(sandbox, 'charge.dispute.funds_reinstated', closed)
  sendEvent(sandbox, 'charge.dispute.closed', closed, { status: dispute.status })
  return closed
}

const noEvidence = {
  ...nulls(
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure',
    'cancellation_rebuttal customer_communication customer_email_address customer_name',
    'customer_purchase_ip customer_signature duplicate_charge_documentation',
    'duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy',
    'refund_policy_disclosure refund_refusal_explanation service_date service_documentation',
    'shipping_address shipping_carrier shipping_date shipping_documentation',
    'shipping_tracking_number uncategorized_file uncategorized_text',
  ),
  enhanced_evidence: {},
}

const responseDueInSeconds = 7 * 24 * 3600
const reasonCode = '10.4'

function createDispute(charge: Charge, created: number, reason: string): Dispute {
  const { brand } = charge.payment_method_details.card
  const isWarning = reason === 'inquiry'
  return {
    id: newId('du', accountOf(charge.id)),
    object: 'dispute',
    amount: charge.amount,
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
    is_charge_refundable: isWarning,
    livemode: false,
    metadata: {},
    network_reason_code: reasonCode,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: brand ?? 'unknown',
        case_type: isWarning ? 'inquiry' : 'chargeback',
        network: brand ?? 'unknown',
        network_reason_code: reasonCode,
      },
      type: 'card',
    },
    reason: isWarning ? 'fraudulent' : reason,
    status: isWarning ? 'warning_needs_response' : 'needs_response',
  }
}
