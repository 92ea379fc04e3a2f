import { paymentIntentIdOf } from '../../contract/payment-intent'
import { sendOrderDraft } from '../calls/send-order-draft'
import type { Desk } from '../desk/desk'
import { isFrozen } from '../desk/desk-state'
import { holdFor, readingTime } from '../desk/hold-for'
import type { OrderInHand } from '../desk/order-in-hand'
import { keepPendingOrder } from '../pending-order/pending-orders'
import { whileHolding } from '../pending-order/while-holding'
import { concludePayment } from './conclude-payment'
import { confirmCard, type OpenCardForm } from './confirm-card'

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
