import type Stripe from 'stripe'
import { accountOf, newId } from '../ids'
import type { Charge } from '../objects/charge'
import { nulls } from '../objects/nulls'
import { type Cause, noCause, type Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'

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
function isWarning(status: DisputeStatus): boolean {
  return status.startsWith('warning_')
}

/** Nobody has responded yet. `created` in seconds. */
function createDispute(
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

/** The holder asks their bank for the money back. A warning withdraws nothing yet. */
export function openDispute(
  sandbox: Sandbox,
  charge: Charge,
  given: Partial<Pick<Dispute, 'amount' | 'reason' | 'status'>>,
  cause: Cause,
): Dispute {
  const dispute = createDispute(charge, sandbox.clock.seconds(), {
    amount: charge.amount,
    reason: 'fraudulent',
    status: 'needs_response',
    ...given,
  })
  sandbox.store.put('dispute', dispute)
  sandbox.store.put('charge', { ...charge, disputed: true })
  sendEvent(sandbox, 'charge.dispute.created', dispute, cause)
  if (!isWarning(dispute.status))
    sendEvent(sandbox, 'charge.dispute.funds_withdrawn', dispute, cause)
  return dispute
}

const closed = new Set<DisputeStatus>(['won', 'lost', 'warning_closed'])

/** Undefined when it is closed already: banks decide once. */
export function moveDispute(
  sandbox: Sandbox,
  dispute: Dispute,
  status: DisputeStatus,
): Dispute | undefined {
  if (closed.has(dispute.status)) return undefined
  const refundable = isWarning(status) || status === 'won'
  const moved = { ...dispute, status, is_charge_refundable: refundable }
  sandbox.store.put('dispute', moved)
  if (status === 'won') sendEvent(sandbox, 'charge.dispute.funds_reinstated', moved, noCause)
  const type = closed.has(status) ? 'charge.dispute.closed' : 'charge.dispute.updated'
  sendEvent(sandbox, type, moved, noCause, { status: dispute.status })
  return moved
}
