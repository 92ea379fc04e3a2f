import type { Stripe } from '@stripe/stripe-js'
import { askForIntent } from '../components/ask-for-intent'
import type { Desk } from './desk'
import type { Outcome } from './desk-state'
import { holdFor, sentenceTime } from './hold-for'
import type { OrderInHand } from './order-in-hand'
import { forgetPendingOrder } from './pending-orders'
import type { Verdict } from './read-verdict'
import { sendPaidOrder } from './send-paid-order'
import { settleUnclear } from './settle-unclear'
import { watchOpenPayment } from './watch-open-payment'

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
    case 'unknown':
      forgetPendingOrder(order)
      return desk.tell({ type: 'payment-gone' })
    case 'open':
      desk.tell({ type: 'payment-still-open', payment: order })
      // Not awaited: the visitor may take the payment up again meanwhile.
      watchOpenPayment(desk, stripe, order.clientSecret, ended =>
        concludePayment(desk, stripe, order, ended, told),
      ).catch(reportError)
      return
    case 'unclear': {
      desk.tell({ type: 'answer-unclear', order })
      const asked = settleUnclear(stripe, order.clientSecret, verdict)
      return concludePayment(desk, stripe, order, await holdFor(sentenceTime, asked), told)
    }
  }
}
