import { invalidRequest } from '../api/errors'
import { accountOf, newId } from '../ids'
import type { Charge, Refund } from '../records'
import { addJob, type Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'
import { nulls } from '../words'
import { outcomeOf } from './cards'

const pendingRefundMs = 4_000

/**
 * Refunds a charge. `amount` is in the smallest unit and by default the rest. `behaviour` is by default
 * that of the card.
 */
export function refundCharge(
  sandbox: Sandbox,
  charge: Charge,
  options: { amount?: number; reason?: Refund['reason']; metadata: Refund['metadata'] },
  behaviour = outcomeOf(sandbox, charge.payment_method).refunds,
  afterMs = pendingRefundMs,
): Refund {
  const { store, clock } = sandbox
  const left = unrefunded(sandbox, charge)
  const { amount = left, reason = null, metadata } = options
  checkRefund(sandbox, charge, amount, left)

  const status = behaviour === undefined || behaviour === 'fails' ? 'succeeded' : 'pending'
  const facts = { amount, created: clock.seconds(), metadata, reason, status } as const
  const refund = createRefund(charge, facts)
  store.put('refund', refund)
  const job = behaviour === 'pending' ? 'complete_refund' : 'fail_refund'
  if (behaviour) addJob(sandbox, job, refund.id, afterMs)
  sendEvent(sandbox, 'refund.created', refund)
  if (status === 'pending') return refund
  const refunded = withRefunded(charge, amount)
  store.put('charge', refunded)
  sendEvent(sandbox, 'charge.refunded', refunded, { amount_refunded: charge.amount_refunded })
  return refund
}

export function settleRefund(
  sandbox: Sandbox,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
): Refund | undefined {
  const { store } = sandbox
  const refund = store.get('refund', id)
  const charge = refund && store.get('charge', refund.charge)
  const settleable = status === 'failed' ? ['pending', 'succeeded'] : ['pending']
  if (!refund || !charge || !settleable.includes(refund.status)) return undefined
  const failed = status === 'failed' && { failure_reason: 'unknown' }
  const returned = status !== 'succeeded' && {
    failure_balance_transaction: newId('txn', accountOf(id)),
  }
  const settled: Refund = { ...refund, status, ...failed, ...returned }
  store.put('refund', settled)
  const change = counted(settled) - counted(refund)
  if (change !== 0) store.put('charge', withRefunded(charge, change))
  // The provider sends both, as for cards. Only charges have the older name.
  for (const type of ['refund.updated', 'charge.refund.updated'])
    sendEvent(sandbox, type, settled, { status: refund.status })
  if (status === 'failed') sendEvent(sandbox, 'refund.failed', settled)
  return settled
}

/** Returns how much of the charge counts as refunded. A pending refund does not count yet. */
function counted({ status, amount }: Refund): number {
  return status === 'succeeded' ? amount : 0
}

function withRefunded(charge: Charge, change: number): Charge {
  const amount = charge.amount_refunded + change
  return { ...charge, amount_refunded: amount, refunded: amount === charge.amount }
}

/** Returns how much can still be refunded. Pending refunds reduce it, too. */
function unrefunded({ store }: Sandbox, charge: Charge): number {
  return store
    .list('refund', { scope: charge.payment_intent, where: one => one.status === 'pending' })
    .reduce((left, { amount }) => left - amount, charge.amount - charge.amount_refunded)
}

function checkRefund({ store }: Sandbox, charge: Charge, amount: number, left: number): void {
  const { id, paid } = charge
  if (!paid) throw invalidRequest(`Charge ${id} was not paid and cannot be refunded.`)
  if (left === 0)
    throw invalidRequest(`Charge ${id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  const disputes = store.list('dispute', { scope: charge.payment_intent })
  if (disputes.some(dispute => !dispute.is_charge_refundable))
    throw invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (amount < 1 || amount > left)
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}), or not positive.`,
      { param: 'amount' },
    )
}

function createRefund(
  charge: Charge,
  values: Pick<Refund, 'amount' | 'created' | 'metadata' | 'reason' | 'status'>,
): Refund {
  const account = accountOf(charge.id)
  return {
    id: newId('re', account),
    object: 'refund',
    balance_transaction: newId('txn', account),
    charge: charge.id,
    currency: charge.currency,
    ...nulls('customer customer_account receipt_number source_transfer_reversal transfer_reversal'),
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...values,
  }
}
