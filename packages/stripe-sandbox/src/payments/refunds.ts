import { ApiError, invalidRequest } from '../api/errors'
import type { Charge } from '../objects/charge'
import { createRefund, type Refund } from '../objects/reversals'
import { addJob, type Cause, noCause, type Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'
import { type RefundCourse, testCardOf } from './cards'

/** How long the bank takes over a refund that is not settled at once. */
const bankTakesMs = 4_000

/** How a refund goes, unless as its card says. */
interface RefundPlan {
  course?: RefundCourse | undefined
  afterMs?: number
}

/** Gives money back. `amount` in the smallest unit, all that is left by default. */
export function refundCharge(
  sandbox: Sandbox,
  charge: Charge,
  given: { amount?: number; reason?: Refund['reason']; metadata?: Refund['metadata'] },
  cause: Cause,
  { course = courseOf(sandbox, charge), afterMs = bankTakesMs }: RefundPlan = {},
): Refund {
  const { store, clock } = sandbox
  const left = unrefunded(sandbox, charge)
  const { amount = left, reason = null, metadata = {} } = given
  checkRefund(sandbox, charge, amount, left)

  const pending = course === 'pending' || course === 'pending_fails'
  const status = pending ? 'pending' : 'succeeded'
  const refund = createRefund(charge, {
    amount,
    created: clock.seconds(),
    metadata,
    reason,
    status,
  })
  store.put('refund', refund)
  const job = course === 'pending' ? 'complete_refund' : 'fail_refund'
  if (course) addJob(sandbox, job, refund.id, afterMs)
  sendEvent(sandbox, 'refund.created', refund, cause)
  if (pending) return refund
  const refunded = withRefunded(charge, amount)
  const before = { amount_refunded: charge.amount_refunded }
  store.put('charge', refunded)
  sendEvent(sandbox, 'charge.refunded', refunded, cause, before)
  return refund
}

/** The bank's last word on a refund; undefined when there is nothing left to decide. */
export function settleRefund(
  sandbox: Sandbox,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
): Refund | undefined {
  const { store } = sandbox
  const refund = store.get('refund', id)
  const charge = refund && store.get('charge', refund.charge)
  const undecided = status === 'failed' ? ['pending', 'succeeded'] : ['pending']
  if (!refund || !charge || !undecided.includes(refund.status)) return undefined
  const reason = status === 'failed' ? { failure_reason: 'unknown' } : {}
  const settled: Refund = { ...refund, status, ...reason }
  store.put('refund', settled)
  const change = counted(settled) - counted(refund)
  if (change !== 0) store.put('charge', withRefunded(charge, change))
  // Both names, as for cards: the older one is of charges only.
  for (const type of ['refund.updated', 'charge.refund.updated'])
    sendEvent(sandbox, type, settled, noCause, { status: refund.status })
  if (status === 'failed') sendEvent(sandbox, 'refund.failed', settled, noCause)
  return settled
}

/** What the charge counts as refunded: not what is still pending. */
function counted({ status, amount }: Refund): number {
  return status === 'succeeded' ? amount : 0
}

function withRefunded(charge: Charge, change: number): Charge {
  const amount = charge.amount_refunded + change
  return { ...charge, amount_refunded: amount, refunded: amount === charge.amount }
}

/** What may still be given back: pending refunds have been promised already. */
function unrefunded({ store }: Sandbox, charge: Charge): number {
  return store
    .list('refund', { scope: charge.payment_intent, where: one => one.status === 'pending' })
    .reduce((left, { amount }) => left - amount, charge.amount - charge.amount_refunded)
}

function checkRefund({ store }: Sandbox, charge: Charge, amount: number, left: number): void {
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid and cannot be refunded.`)
  const refuse = (code: string, what: string) =>
    new ApiError(400, {
      type: 'invalid_request_error',
      code,
      message: `Charge ${charge.id} has ${what}`,
    })
  if (left === 0) throw refuse('charge_already_refunded', 'already been refunded.')
  const disputes = store.list('dispute', { scope: charge.payment_intent })
  if (disputes.some(dispute => !dispute.is_charge_refundable))
    throw refuse('charge_disputed', 'been charged back; cannot issue a refund.')
  if (amount < 1 || amount > left)
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}), or not positive.`,
      undefined,
      'amount',
    )
}

function courseOf({ store }: Sandbox, charge: Charge): RefundCourse | undefined {
  const { outcome } = testCardOf(store.get('card_number', charge.payment_method)?.number ?? '')
  return outcome.kind === 'succeeds' ? outcome.refunds : undefined
}
