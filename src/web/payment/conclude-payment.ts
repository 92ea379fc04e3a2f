import type { Stripe } from '@stripe/stripe-js'
import type { Desk } from '../desk/desk'
import type { Outcome } from '../desk/desk-state'
import { holdFor, pause, sentenceTime } from '../desk/hold-for'
import type { OrderInHand } from '../desk/order-in-hand'
import { askForIntent } from '../donation/ask-for-intent'
import { forgetPendingOrder } from '../pending-order/pending-orders'
import { noWords, type Verdict } from './read-verdict'
import { sendPaidOrder } from './send-paid-order'
import { lookAtPayment, settleUnclear } from './settle-unclear'

/** Acts on what the provider said of a payment; what stays unclear is asked until it is not. */
export async function concludePayment(
  desk: Desk,
  stripe: Stripe,
  order: OrderInHand,
  verdict: Verdict,
  told: Outcome,
): Promise<void> {
  switch (verdict.kind) {
    case 'paid':
      return sendPaidOrder(desk, order, told)
    case 'refused':
      forgetPendingOrder(order)
      return desk.tell({ type: 'payment-refused', fault: verdict.fault })
    case 'expired':
      forgetPendingOrder(order)
      desk.tell({ type: 'payment-refused', fault: verdict.fault })
      return askForIntent(desk, order.uah)
    case 'open':
      desk.tell({ type: 'payment-still-open', order })
      // Not awaited: the visitor may take the payment up again meanwhile.
      watchOpenPayment(desk, stripe, order, told).catch(reportError)
      return
    case 'unclear': {
      desk.tell({ type: 'answer-unclear', order })
      const asked = settleUnclear(stripe, order.clientSecret, verdict)
      return concludePayment(desk, stripe, order, await holdFor(sentenceTime, asked), told)
    }
  }
}

/** How often an open payment is looked at, in ms. */
const watchInterval = 5000

/** The visitor may finish at the bank (in its app, say) instead of here: then the order follows. */
async function watchOpenPayment(desk: Desk, stripe: Stripe, order: OrderInHand, told: Outcome) {
  while (true) {
    await pause(watchInterval)
    if (!isWaitingFor(desk, order)) return
    const verdict = await lookAtPayment(stripe, order.clientSecret, noWords)
    if (!isWaitingFor(desk, order)) return
    if (verdict.kind === 'open' || verdict.kind === 'unclear') continue
    return concludePayment(desk, stripe, order, verdict, told)
  }
}

function isWaitingFor(desk: Desk, order: OrderInHand): boolean {
  const { step, intent } = desk.readState()
  return (
    step.name === 'filling' && intent.kind === 'ready' && intent.clientSecret === order.clientSecret
  )
}
