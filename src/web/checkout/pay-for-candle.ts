import { paymentIntentIdOf } from '../../shared/payment-intent'
import { sendOrderDraft } from '../api/send-order-draft'
import { concludePayment } from './conclude-payment'
import { confirmCard, type OpenCardForm } from './confirm-card'
import type { Desk } from './desk'
import { isFrozen } from './desk-state'
import { holdFor, readingTime } from './hold-for'
import type { OrderInHand } from './order-in-hand'
import { keepPendingOrder } from './pending-orders'
import { whileHolding } from './while-holding'

/** From the click on Pay to the stored order. The order is the one that stood at the click. */
export async function payForCandle(desk: Desk, card: OpenCardForm, order: OrderInHand) {
  if (isFrozen(desk.readState())) return
  desk.tell({ type: 'confirming-began', order })
  await whileHolding(order, async () => {
    keepPendingOrder(order)
    sendOrderDraft(paymentIntentIdOf(order.clientSecret), order.payload)
    const verdict = await holdFor(readingTime, confirmCard(card))
    await concludePayment(desk, card.stripe, order, verdict, { kind: 'thanks', uah: order.uah })
  })
}
