import type { Stripe } from '@stripe/stripe-js'
import type { Desk } from '../desk/desk'
import { isBound } from '../desk/desk-state'
import type { OrderInHand } from '../desk/order-in-hand'
import { listPendingOrders } from '../pending-order/pending-orders'
import { unlessHeld } from '../pending-order/while-holding'
import { concludePayment } from './conclude-payment'
import { noWords } from './read-verdict'
import { settleUnclear } from './settle-unclear'
import { tellOfReturn } from './tell-of-return'

/**
 * Takes up the orders whose payment was under way when the page was left, one after another.
 * `returned` is the client secret a bank sent back, if one did.
 */
export async function resumeOrders(desk: Desk, stripe: Stripe, returned: string | undefined) {
  const orders = listPendingOrders()
  for (const order of orders) await unlessHeld(order, () => resume(desk, stripe, order))
  if (returned === undefined || orders.some(order => order.clientSecret === returned)) return
  await tellOfReturn(desk, stripe, returned)
}

async function resume(desk: Desk, stripe: Stripe, order: OrderInHand): Promise<void> {
  if (isBound(desk.readState())) return
  desk.tell({ type: 'words-restored', order })
  desk.tell({ type: 'answer-unclear', order })
  const unclear = { fault: noWords, lost: true }
  const verdict = await settleUnclear(stripe, order.clientSecret, unclear)
  await concludePayment(desk, stripe, order, verdict, { kind: 'resumed', uah: order.uah })
}
