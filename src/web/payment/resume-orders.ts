import type { Stripe } from '@stripe/stripe-js'
import type { Desk } from '../desk/desk'
import { isFrozen } from '../desk/desk-state'
import type { OrderInHand } from '../desk/order-in-hand'
import { whileHolding } from '../pending-order/while-holding'
import { concludePayment } from './conclude-payment'
import { noWords } from './read-verdict'
import { settleUnclear } from './settle-unclear'

/** Takes up the orders whose payment was under way when the page was left, one after another. */
export async function resumeOrders(desk: Desk, stripe: Stripe, orders: OrderInHand[]) {
  for (const order of orders) await whileHolding(order, () => resume(desk, stripe, order))
}

async function resume(desk: Desk, stripe: Stripe, order: OrderInHand): Promise<void> {
  if (isFrozen(desk.readState())) return
  desk.tell({ type: 'words-restored', order })
  desk.tell({ type: 'answer-unclear', order })
  const verdict = await settleUnclear(stripe, order.clientSecret, { fault: noWords, lost: true })
  await concludePayment(desk, stripe, order, verdict, { kind: 'resumed', uah: order.uah })
}
