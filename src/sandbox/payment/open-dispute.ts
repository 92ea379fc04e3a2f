import type { Charge } from '../objects/charge'
import { type Dispute, type DisputeStatus, isWarning, newDispute } from '../objects/dispute'
import { type Cause, ownAccord, type Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'

/** The holder asks their bank for the money back. A warning takes no money yet. */
export function openDispute(
  sandbox: Sandbox,
  charge: Charge,
  given: Pick<Dispute, 'amount' | 'reason' | 'status'>,
  cause: Cause,
): Dispute {
  const dispute = newDispute(charge, sandbox.clock.seconds(), given)
  sandbox.store.objects.add(dispute, charge.id)
  sandbox.store.objects.save({ ...charge, disputed: true })
  tell(sandbox, 'charge.dispute.created', dispute, cause)
  if (!isWarning(dispute.status)) tell(sandbox, 'charge.dispute.funds_withdrawn', dispute, cause)
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
  const moved = {
    ...dispute,
    status,
    is_charge_refundable: isWarning(status) || status === 'won',
  }
  sandbox.store.objects.save(moved)
  const before = { status: dispute.status }
  if (status === 'won') tell(sandbox, 'charge.dispute.funds_reinstated', moved, ownAccord)
  const type = closed.has(status) ? 'charge.dispute.closed' : 'charge.dispute.updated'
  tell(sandbox, type, moved, ownAccord, before)
  return moved
}
