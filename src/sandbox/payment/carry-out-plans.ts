import { withRefunded } from '../api/create-refund'
import { accountOf, newId } from '../objects/new-id'
import type { Refund } from '../objects/refund'
import { ownAccord, type Sandbox } from '../sandbox'
import type { Plan } from '../store/plan-rows'
import { tell } from '../webhooks/tell'
import { settleWaiting } from './answer-challenge'

/** What the bank does by itself once its time has come (`now` in milliseconds). */
export function carryOutPlans(sandbox: Sandbox, now: number): void {
  for (const plan of sandbox.store.plans.dueBy(now))
    sandbox.store.inTransaction(() => {
      sandbox.store.plans.done(plan.id)
      acts[plan.act](sandbox, plan.target)
    })
}

const acts: Record<Plan['act'], (sandbox: Sandbox, target: string) => unknown> = {
  settle_intent: (sandbox, id) => {
    const intent = sandbox.store.objects.get('payment_intent', id)
    if (intent) settleWaiting(sandbox, intent, ownAccord)
  },

  settle_charge: (sandbox, id) => {
    const charge = sandbox.store.objects.get('charge', id)
    if (!charge) return
    const settled = { ...charge, balance_transaction: newId('txn', accountOf(id)) }
    sandbox.store.objects.save(settled)
    tell(sandbox, 'charge.updated', settled, ownAccord, { balance_transaction: null })
  },

  finish_refund: (sandbox, id) => settleRefund(sandbox, id, 'succeeded'),
  fail_refund: (sandbox, id) => settleRefund(sandbox, id, 'failed'),
}

/** The bank's last word on a refund; undefined when there is nothing to decide any more. */
export function settleRefund(
  sandbox: Sandbox,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
): Refund | undefined {
  const refund = sandbox.store.objects.get('refund', id)
  const charge = refund && sandbox.store.objects.get('charge', refund.charge)
  const open = status === 'failed' ? ['pending', 'succeeded'] : ['pending']
  if (!refund || !charge || !open.includes(refund.status)) return undefined
  const reason = status === 'failed' ? { failure_reason: 'unknown' } : {}
  const settled: Refund = { ...refund, status, ...reason }
  sandbox.store.objects.save(settled)
  const counted = (one: Refund) => (one.status === 'succeeded' ? one.amount : 0)
  const change = counted(settled) - counted(refund)
  if (change !== 0) sandbox.store.objects.save(withRefunded(charge, change))
  // Both names, as for cards: the older one is of charges only.
  for (const type of ['refund.updated', 'charge.refund.updated'])
    tell(sandbox, type, settled, ownAccord, { status: refund.status })
  if (status === 'failed') tell(sandbox, 'refund.failed', settled, ownAccord)
  return settled
}
