import type { Charge } from '../objects/charge'
import { type Dispute, newDispute } from '../objects/dispute'
import type { Cause, Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'

/** The holder asks their bank for the money back. */
export function openDispute(
  sandbox: Sandbox,
  charge: Charge,
  reason: string,
  cause: Cause,
): Dispute {
  const dispute = newDispute(charge, sandbox.clock.seconds(), reason)
  sandbox.store.objects.add(dispute, charge.id)
  sandbox.store.objects.save({ ...charge, disputed: true })
  tell(sandbox, 'charge.dispute.created', dispute, cause)
  return dispute
}
