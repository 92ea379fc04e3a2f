import { newId } from '../objects/new-id'
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

const acts: Record<Plan['act'], (sandbox: Sandbox, target: string) => void> = {
  settle_intent: (sandbox, id) => {
    const intent = sandbox.store.objects.get('payment_intent', id)
    if (intent) settleWaiting(sandbox, intent, ownAccord)
  },

  settle_charge: (sandbox, id) => {
    const charge = sandbox.store.objects.get('charge', id)
    if (!charge) return
    const settled = { ...charge, balance_transaction: newId('txn') }
    sandbox.store.objects.save(settled)
    tell(sandbox, 'charge.updated', settled, ownAccord, { balance_transaction: null })
  },

  finish_refund: (sandbox, id) => {
    const refund = sandbox.store.objects.get('refund', id)
    if (!refund) return
    const finished = { ...refund, status: 'succeeded' as const }
    sandbox.store.objects.save(finished)
    tellOfRefund(sandbox, finished, refund.status)
  },

  fail_refund: (sandbox, id) => {
    const refund = sandbox.store.objects.get('refund', id)
    const charge = refund && sandbox.store.objects.get('charge', refund.charge)
    if (!refund || !charge) return
    const failed = { ...refund, status: 'failed' as const, failure_reason: 'unknown' }
    sandbox.store.objects.save(failed)
    sandbox.store.objects.save({
      ...charge,
      refunded: false,
      amount_refunded: charge.amount_refunded - refund.amount,
    })
    tellOfRefund(sandbox, failed, refund.status)
    tell(sandbox, 'refund.failed', failed, ownAccord)
  },
}

/** Both names, as for cards: the older one is of charges only. */
function tellOfRefund(sandbox: Sandbox, refund: Refund, before: Refund['status']): void {
  for (const type of ['refund.updated', 'charge.refund.updated'])
    tell(sandbox, type, refund, ownAccord, { status: before })
}
