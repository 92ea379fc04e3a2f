import type { Charge } from '../objects/charge'
import { createDispute, type Dispute, type DisputeStatus, isWarning } from '../objects/reversals'
import { type Cause, noCause, type Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'

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
