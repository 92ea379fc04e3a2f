import { orderDraftPath, paymentIntentIdOf } from '../../shared/payment-intent'
import { request } from '../api/request'
import { minimumDuration, minShownMs } from '../timing'
import { confirmCard, type OpenCardForm } from './confirm-card'
import { awaitOutcome } from './payment-outcome'
import {
  claimPayment,
  listPendingOrders,
  type PendingOrder,
  rememberPendingOrder,
} from './pending-order'
import { dispatch } from './reducer'
import { resumePendingOrder } from './resume'
import { sendPaidOrder } from './send-order'
import { isFrozen } from './state'
import type { CheckoutStore } from './store'

interface FilledOrder {
  clientSecret: string
  /** Whole UAH. */
  uah: number
  payload: Omit<PendingOrder['payload'], 'pressedAt'>
}

export async function pay(
  store: CheckoutStore,
  card: OpenCardForm,
  filled: FilledOrder,
): Promise<void> {
  const state = store.getState()
  const { payment } = state
  if (isFrozen(state) || (payment.kind !== 'ready' && payment.kind !== 'open')) return
  const elsewhere = findPaymentElsewhere(filled)
  if (elsewhere) {
    await resumePendingOrder(store, elsewhere)
    return
  }
  const earlier = payment.kind === 'open' ? payment.order : undefined
  const order = toPendingOrder(filled, earlier)

  const signal = store.startPaymentTask()
  dispatch(store, { type: 'confirm-started', order })
  claimPayment(order)
  rememberPendingOrder(order)
  sendDraft(order)
  const { email } = order.payload
  const result = await minimumDuration(minShownMs, confirmCard(card, email))
  // The page was restored from the cache, and the payment is being checked already.
  if (signal.aborted) return
  if (result.kind === 'succeeded') return sendPaidOrder(store, order)

  const asking = { signal, cancel: false, resumed: false }
  if (result.kind === 'unclear') {
    dispatch(store, { type: 'payment-unclear', order })
    await awaitOutcome(store, order, { ...asking, error: result.error })
    return
  }
  const mayStillSucceed = earlier !== undefined && earlier.attempt !== 'declined'
  const attempt = mayStillSucceed ? 'declined-unclear' : 'declined'
  const declined: PendingOrder = { ...order, attempt }
  rememberPendingOrder(declined)
  dispatch(store, { type: 'payment-open', order: declined, error: result.error })
  if (mayStillSucceed) await awaitOutcome(store, declined, asking)
}

function toPendingOrder(filled: FilledOrder, earlier: PendingOrder | undefined): PendingOrder {
  const wasDeclined = earlier !== undefined && earlier.attempt !== 'unclear'
  // Later than the text before it, even if the clock was set back meanwhile.
  const pressedAt = Math.max(Date.now(), (earlier?.payload.pressedAt ?? 0) + 1)
  const payload = { ...filled.payload, pressedAt }
  return { ...filled, payload, attempt: wasDeclined ? 'unclear-again' : 'unclear' }
}

/** A payment of another tab that may still succeed: this tab must not begin a second one. */
function findPaymentElsewhere({ clientSecret }: FilledOrder): PendingOrder | undefined {
  const isOver = ({ attempt }: PendingOrder) => attempt === 'declined' || attempt === 'paid'
  return listPendingOrders().find(order => order.clientSecret !== clientSecret && !isOver(order))
}

/** In case this page is closed between the charge and its order. A failure changes nothing. */
function sendDraft({ clientSecret, payload }: PendingOrder): void {
  const path = orderDraftPath(paymentIntentIdOf(clientSecret))
  const body = { ...payload, clientSecret }
  request(path, { method: 'PUT', body, keepalive: true }).catch(() => undefined)
}
