import { accountOf, newId } from '../ids'
import { noCause, type Sandbox } from '../sandbox'
import type { Job } from '../store'
import { sendEvent } from '../webhooks/send-event'
import { settleIntent } from './attempt'
import { settleRefund } from './refunds'

const atOnce = 50

const actions: Readonly<Record<Job['action'], (sandbox: Sandbox, target: string) => unknown>> = {
  settle_intent: settleIntent,
  settle_charge: (sandbox, id) => {
    const charge = sandbox.store.get('charge', id)
    if (!charge) return
    const settled = { ...charge, balance_transaction: newId('txn', accountOf(id)) }
    sandbox.store.put('charge', settled)
    sendEvent(sandbox, 'charge.updated', settled, noCause, { balance_transaction: null })
  },
  complete_refund: (sandbox, id) => settleRefund(sandbox, id, 'succeeded'),
  fail_refund: (sandbox, id) => settleRefund(sandbox, id, 'failed'),
}

/** Does what is due by `now`, in milliseconds. */
export function runJobs(sandbox: Sandbox, now: number): void {
  for (const job of sandbox.store.due('job', now, atOnce))
    sandbox.store.transaction(() => {
      sandbox.store.remove('job', job.id)
      actions[job.action](sandbox, job.target)
    })
}
