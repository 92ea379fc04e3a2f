import * as v from 'valibot'
import {
  type CandleOrderPayload,
  candleOrdersPath,
  idempotencyKeyHeader,
  OrderAnswerSchema,
} from '../../shared/candle-order'
import { cutExcess, cutText } from '../../shared/cut-text'
import { hourMs } from '../../shared/durations'
import { cleanEmail } from '../../shared/email-address'
import type { FormState } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import { cleanText } from '../../shared/plain-text'
import { request, retryAfterMs } from '../api/request'
import { minimumDuration, minShownMs, withTimeout } from '../timing'
import { askPaymentOutcome } from './payment-outcome'
import {
  forgetPendingOrder,
  mayHaveCharged,
  noteOrderStored,
  type PendingOrder,
} from './pending-order'
import { dispatch } from './reducer'
import type { IncompleteOrder, OrderFailed, OrderSubmitted } from './state'
import type { CheckoutStore } from './store'

/** Sends a validated order without a donation; the same text again is the same order. */
export async function sendFreeOrder(
  store: CheckoutStore,
  form: FormState,
  language: Language,
): Promise<void> {
  const { incomplete } = store.getState()
  // The form completes a paid order that lacks its names, and places no other.
  if (incomplete) return completeOrder(store, incomplete, form, language)
  const payload = composePayload(form, language)
  const result = await postOrder(payload, freeOrderKey(payload))
  if (result.kind === 'order-submitted') {
    // Its key is forgotten: the next order is another one, even with the same text.
    keepLast(null)
    // Ordered after all: the next visit must not fill in its text again.
    const { payment } = store.getState()
    if (payment.kind === 'open' && !mayHaveCharged(payment.order)) forgetPendingOrder(payment.order)
    dispatch(store, { type: 'free-order-placed', summary: payload, toast: result })
  } else {
    store.dispatch({ type: 'free-order-failed', waitMs: result.waitMs })
  }
}

/** UTF-16 units. */
const descriptionLimit = 500

/** `donatedUah`: the donation chosen, in whole UAH; none: an order without one. */
export function composePayload(form: FormState, language: Language, donatedUah?: number) {
  return {
    name: cutExcess(cleanText(form.forWhom)),
    email: cleanEmail(form.email) || null,
    purpose: cutExcess(cleanText(form.purpose)),
    donationAmount: donatedUah === undefined ? '' : String(donatedUah),
    prefersDonation: form.donationEnabled,
    language,
    userAgent: cutText(navigator.userAgent, descriptionLimit),
    referrer: cutText(document.referrer, descriptionLimit),
    browserLanguage: cutText(navigator.language, descriptionLimit),
    ipAddress: '',
  } satisfies CandleOrderPayload
}

/** The server keeps one order per key, so a repeat is harmless. No answer in time is a failure. */
async function postOrder(
  payload: CandleOrderPayload,
  key: string,
): Promise<OrderSubmitted | OrderFailed> {
  const post = async () => {
    const headers = { [idempotencyKeyHeader]: key }
    const response = await request(candleOrdersPath, { method: 'POST', body: payload, headers })
    const answer = v.parse(OrderAnswerSchema, await response.json())
    if (!answer.success) throw new Error(answer.error ?? 'The order was not accepted.')
    return answer.emailNotifications?.userEmailSent ?? false
  }
  try {
    const userEmailSent = await minimumDuration(minShownMs, withTimeout(post()))
    return { kind: 'order-submitted', userEmailSent }
  } catch (error) {
    return { kind: 'order-failed', waitMs: retryAfterMs(error) }
  }
}

/** After this time the same text is another candle. */
const repeatWindowMs = hourMs

/**
 * The idempotency key of an order without a donation: the same text, in whatever language the page
 * is by then, repeats the same order, also after a reload of this tab.
 */
function freeOrderKey({ name, purpose }: CandleOrderPayload): string {
  const text = JSON.stringify([name, purpose])
  const last = findLast()
  const isRepeat = last?.text === text && Math.abs(Date.now() - last.at) < repeatWindowMs
  if (isRepeat) return last.key
  // `crypto.randomUUID` exists in secure contexts only, and a parish page may be plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  keepLast({ text, key, at: Date.now() })
  return key
}

const LastOrderSchema = v.object({
  /** Name and purpose. */
  text: v.string(),
  key: v.string(),
  /** When its key was made, ms. */
  at: v.number(),
})

type LastOrder = v.InferOutput<typeof LastOrderSchema>

const storageKey = 'svichka.free-order'

// In-memory copy, for when sessionStorage is unavailable.
let memory: string | null = null

function findLast(): LastOrder | undefined {
  try {
    const text = memory ?? window.sessionStorage.getItem(storageKey) ?? ''
    return v.parse(LastOrderSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

function keepLast(order: LastOrder | null): void {
  memory = order && JSON.stringify(order)
  try {
    if (memory === null) window.sessionStorage.removeItem(storageKey)
    else window.sessionStorage.setItem(storageKey, memory)
  } catch {
    // sessionStorage is unavailable.
  }
}

/** Adds what a paid order lacks; the server fills its empty fields only. */
async function completeOrder(
  store: CheckoutStore,
  order: IncompleteOrder,
  { forWhom, purpose }: FormState,
  language: Language,
): Promise<void> {
  const { clientSecret, uah, email } = order
  const form = { forWhom, purpose, email, donationEnabled: true }
  const payload = { ...composePayload(form, language, uah), pressedAt: Date.now() }
  const answering = askPaymentOutcome({ clientSecret, order: payload })
  const answer = await minimumDuration(minShownMs, answering)
  if (answer.outcome !== 'ordered' || !answer.hasOrder || answer.missing)
    return store.dispatch({ type: 'free-order-failed' })
  forgetPendingOrder(order)
  const toast = { kind: 'order-submitted', userEmailSent: answer.userEmailSent } as const
  dispatch(store, { type: 'order-completed', order, summary: payload, toast })
}

/** Sends the order of a payment that was captured, also again: its key is the payment's. */
export async function sendPaidOrder(store: CheckoutStore, order: PendingOrder): Promise<void> {
  const { uah, clientSecret, payload } = order
  const signal = store.startPaymentTask()
  dispatch(store, { type: 'payment-succeeded', order })
  const result = await postOrder(payload, paymentIntentIdOf(clientSecret))
  // The visitor left the page and went back to it, which has begun to ask the server (`pageshow` in main.tsx).
  if (signal.aborted) return
  if (result.kind === 'order-failed') {
    dispatch(store, { type: 'paid-order-failed', order })
    return
  }
  noteOrderStored(order)
  dispatch(store, {
    type: 'paid-order-placed',
    uah,
    clientSecret,
    summary: payload,
    toast: result,
    resumed: false,
  })
}
