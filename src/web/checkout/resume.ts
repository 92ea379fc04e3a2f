import * as v from 'valibot'
import { ClientSecretSchema } from '../../shared/payment-intent'
import type { PaymentError } from '../card-errors/describe-payment-error'
import { notifyHost } from '../frame/host-window'
import { checkPayment, pollOutcome, repeatsNeeded } from './payment-outcome'
import { findWords, listPendingPayments, type PendingPayment } from './pending-payment'
import { dispatch } from './reducer'
import { donationOf } from './state'
import type { CheckoutStore } from './store'

/**
 * Asks how the payments ended that were in flight when the page was left, beginning with a return from a
 * bank. Then it shows the outcome of a return that this browser does not remember.
 */
export async function resumePayments(store: CheckoutStore): Promise<void> {
  const returned = takeReturnedSecret()
  const isReturned = (record: PendingPayment) => record.clientSecret === returned
  const records = listPendingPayments().sort(
    (a, b) => Number(isReturned(b)) - Number(isReturned(a)),
  )
  for (const record of records) if ((await resumePayment(store, record)) === 'superseded') return
  if (returned && !records.some(isReturned)) await showReturn(store, returned)
  else if (records.length === 0) dispatch(store, { type: 'payment-ended' })
}

/** Resumes a payment. This page still has everything of its own payments, and the tab has their words. */
export function resumePayment(store: CheckoutStore, record: PendingPayment) {
  const { clientSecret, uah } = record
  const own = donationOf(store.getState().payment)
  const earlier = { clientSecret, uah, words: findWords(record), isResumed: true }
  const donation = own?.clientSecret === clientSecret ? own : earlier
  dispatch(store, { type: 'pending-payment-found', donation })
  return checkPayment(store, donation)
}

/**
 * Shows the outcome of a return from a bank. Anyone can craft such a URL, so the payment is not
 * remembered and its card form is not offered. If it stays open or was declined, the server cancels it.
 */
async function showReturn(store: CheckoutStore, clientSecret: string): Promise<void> {
  store.dispatch({ type: 'payment-expected' })
  let error: PaymentError | undefined
  const ask = (opens: number) => {
    const cancelUnlessPaid = error !== undefined || opens >= repeatsNeeded
    return { clientSecret, cancelUnlessPaid }
  }
  for await (const { answer } of pollOutcome({ ask })) {
    const { outcome } = answer
    if (outcome === 'succeeded') {
      const { amount: uah, hasOrder } = answer
      if (hasOrder) notifyHost({ type: 'svichka:ordered', donated: true })
      const missing = hasOrder ? answer.missing : ('order' as const)
      const dialog = { kind: 'resumed', uah, missing, clientSecret } as const
      return dispatch(store, { type: 'payment-ended', dialog })
    }
    if (outcome === 'canceled' || outcome === 'not-known') break
    if (outcome === 'open' && answer.decline) error ??= { ...answer.decline, kind: 'declined' }
  }
  const dialog = error && ({ kind: 'payment-failed', error } as const)
  dispatch(store, { type: 'payment-ended', dialog })
}

const secretName = 'payment_intent_client_secret'
const added = ['payment_intent', secretName, 'redirect_status']

/** Takes a bank's client secret out of the address, before anyone copies that. */
function takeReturnedSecret(): string | undefined {
  const address = new URL(window.location.href)
  const secret = address.searchParams.get(secretName)
  if (!added.some(name => address.searchParams.has(name))) return undefined
  for (const name of added) address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
  return v.is(ClientSecretSchema, secret) ? secret : undefined
}
