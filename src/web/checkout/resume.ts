import * as v from 'valibot'
import { dayMs } from '../../shared/durations'
import { ClientSecretSchema } from '../../shared/payment-intent'
import { askPaymentOutcome, awaitOutcome, opensNeeded, pollOutcome } from './payment-outcome'
import {
  forgetPendingOrder,
  isExpired,
  isLockedElsewhere,
  listPendingOrders,
  type PendingOrder,
} from './pending-order'
import { dispatch } from './reducer'
import type { PaymentError } from './state'
import type { CheckoutStore } from './store'

const returnTimeoutMs = dayMs

/**
 * Resumes the payments that were in flight when the page was left, a bank's return first; then
 * shows how one ended that this browser does not remember.
 */
export async function resumePendingOrders(store: CheckoutStore): Promise<void> {
  const returned = takeReturnedSecret()
  const isReturned = (order: PendingOrder) => order.clientSecret === returned
  const orders = listPendingOrders().sort((a, b) => Number(isReturned(b)) - Number(isReturned(a)))
  let isResumed = false
  for (const order of orders) {
    if (order.attempt === 'paid') {
      await askForDetails(store, order)
      continue
    }
    // Another card may be typed for it in the other tab.
    if (order.attempt === 'declined' && (await isLockedElsewhere(order))) continue
    isResumed = true
    if ((await resumePendingOrder(store, order)) === 'superseded') return
  }
  if (returned && !orders.some(isReturned)) await showReturn(store, returned)
  else if (!isResumed) dispatch(store, { type: 'payment-ended' })
}

export async function resumePendingOrder(store: CheckoutStore, order: PendingOrder) {
  // An intent that is still being created must not take the place of this one.
  const signal = store.startPaymentTask()
  dispatch(store, { type: 'pending-order-found', order, isExpired: isExpired(order) })
  // A reload frees the visitor from a declined payment.
  const isDeclined = order.attempt === 'declined' || order.attempt === 'declined-unclear'
  const cancel = isDeclined && !(await isLockedElsewhere(order))
  return awaitOutcome(store, order, { signal, cancel, resumed: true })
}

/** Paid, and left before it was written for whom: asked again unless somebody has written it meanwhile. */
async function askForDetails(store: CheckoutStore, order: PendingOrder): Promise<void> {
  const { clientSecret, payload: summary } = order
  const answer = await askPaymentOutcome({ clientSecret, order: null })
  if (answer.outcome === 'ordered' && answer.missing && !isExpired(order)) {
    const dialog = { kind: 'resumed', uah: answer.amount, summary, clientSecret } as const
    dispatch(store, { type: 'payment-ended', dialog })
  } else if (answer.outcome !== 'unknown') forgetPendingOrder(order)
}

/** The link may be a stranger's: a reload ends this, and a payment that stays open, or was declined, is canceled. */
async function showReturn(store: CheckoutStore, clientSecret: string): Promise<void> {
  store.dispatch({ type: 'order-expected' })
  const startedAt = Date.now()
  let error: PaymentError | undefined
  const ask = (opens: number) => {
    const giveUp = error !== undefined || opens >= opensNeeded
    return { clientSecret, order: null, giveUp }
  }
  for await (const { answer } of pollOutcome({ ask })) {
    const { outcome } = answer
    if (outcome === 'ordered') {
      const missing = answer.hasOrder ? answer.missing : ('order' as const)
      const paid = { kind: 'resumed', uah: answer.amount, clientSecret } as const
      const dialog = { ...paid, ...(missing && { missing }) }
      return dispatch(store, { type: 'payment-ended', dialog })
    }
    if (outcome === 'released' || outcome === 'not-found') break
    if (Date.now() - startedAt > returnTimeoutMs) {
      error = { kind: 'outcome-unknown' }
      break
    }
    if (outcome === 'open' && answer.decline) error ??= { ...answer.decline, kind: 'declined' }
  }
  const dialog = error && ({ kind: 'payment-failed', error } as const)
  dispatch(store, { type: 'payment-ended', dialog })
}

const secretName = 'payment_intent_client_secret'
const added = ['payment_intent', secretName, 'redirect_status']

/** Takes the client secret of a return from a bank out of the address, before anyone copies it. */
function takeReturnedSecret(): string | undefined {
  const address = new URL(window.location.href)
  const secret = address.searchParams.get(secretName)
  if (!added.some(name => address.searchParams.has(name))) return undefined
  for (const name of added) address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
  return v.is(ClientSecretSchema, secret) ? secret : undefined
}
