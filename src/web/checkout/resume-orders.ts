import type { Stripe } from '@stripe/stripe-js'
import type { Page } from '../components/page-context'
import { concludePayment } from './conclude-payment'
import type { Desk } from './desk'
import { isBound } from './desk-state'
import type { OrderInHand } from './order-in-hand'
import { forgetPendingOrder, listPendingOrders } from './pending-orders'
import { noWords } from './read-verdict'
import { settleUnclear } from './settle-unclear'
import { tellOfReturn } from './tell-of-return'
import { unlessHeld } from './while-holding'

/**
 * Takes up the orders whose payment was under way when the page was left, one after another.
 * `returned` is the client secret a bank sent back, if one did.
 */
export async function resumeOrders(
  { desk, switchLanguage }: Pick<Page, 'desk' | 'switchLanguage'>,
  stripe: Stripe,
  returned: string | undefined,
) {
  const orders = listPendingOrders()
  for (const order of orders) {
    await unlessHeld(order, () => resume(desk, stripe, order, switchLanguage))
  }
  if (returned === undefined || orders.some(order => order.clientSecret === returned)) return
  await tellOfReturn(desk, stripe, returned)
}

async function resume(
  desk: Desk,
  stripe: Stripe,
  order: OrderInHand,
  speak: Page['switchLanguage'],
): Promise<void> {
  if (isBound(desk.readState())) return
  // An intent that is still being asked for must not take the place of this one.
  desk.takeIntentTurn()
  desk.tell({ type: 'words-restored', order })
  if (desk.readState().words === 'restored') speak(order.payload.language)
  desk.tell({ type: 'answer-unclear', order })
  const unclear = { fault: noWords, lost: true }
  const verdict = await settleUnclear(stripe, order.clientSecret, unclear)
  if (verdict.kind === 'expired') {
    // Closed unpaid while nobody was here: nothing to tell to someone who has just arrived.
    forgetPendingOrder(order)
    return desk.tell({ type: 'payment-gone' })
  }
  await concludePayment(desk, stripe, order, verdict, { kind: 'resumed', uah: order.uah })
}
