import * as v from 'valibot'
import {
  type CandleOrderPayload,
  candleOrdersPath,
  idempotencyKeyHeader,
  OrderAnswerSchema,
} from '../../shared/candle-order'
import type { FormState } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import { request } from '../api/request'
import { minimumDuration, shortNoticeMs, withTimeout } from '../waits'
import { forgetPendingOrder } from './pending-order'
import type { OrderSubmitted } from './state'
import type { CheckoutStore } from './store'

/** `paidUah`: the donation paid, in whole UAH. */
export function composeOrder(form: FormState, language: Language, paidUah?: number) {
  return {
    name: form.forWhom.trim(),
    email: form.email.trim() || null,
    purpose: form.purpose.trim(),
    donationAmount: paidUah === undefined ? '' : String(paidUah),
    prefersDonation: form.donationEnabled,
    language,
    userAgent: navigator.userAgent,
    referrer: document.referrer,
    browserLanguage: navigator.language,
    ipAddress: '',
  } satisfies CandleOrderPayload
}

/** The server keeps one order per key, so a repeat is harmless. null: it failed, or timed out. */
export async function placeOrder(
  payload: CandleOrderPayload,
  key: string,
): Promise<OrderSubmitted | null> {
  try {
    const userEmailSent = await minimumDuration(shortNoticeMs, withTimeout(send(payload, key)))
    return { kind: 'order-submitted', userEmailSent }
  } catch {
    return null
  }
}

async function send(body: CandleOrderPayload, key: string): Promise<boolean> {
  const headers = { [idempotencyKeyHeader]: key }
  const response = await request(candleOrdersPath, { method: 'POST', body, headers })
  const answer = v.parse(OrderAnswerSchema, await response.json())
  if (!answer.success) throw new Error(answer.error ?? 'The order was not accepted.')
  return answer.emailNotifications?.userEmailSent ?? false
}

/** The last order that may not have arrived: its name and purpose, and its key. */
let unplaced: { text: string; key: string } | undefined

export async function placeFreeOrder(
  store: CheckoutStore,
  form: FormState,
  language: Language,
): Promise<void> {
  const payload = composeOrder(form, language)
  const toast = await placeOrder(payload, freeOrderKey(payload))
  if (!toast) {
    store.dispatch({ type: 'free-order-failed' })
    return
  }
  unplaced = undefined
  // Ordered after all: the next visit must not fill in its text again.
  const { payment } = store.getState()
  if (payment.kind === 'open' && payment.order.attempt === 'declined')
    forgetPendingOrder(payment.order)
  store.dispatch({ type: 'free-order-placed', candle: payload, toast })
}

/** The same text, in whatever language the page is by then, repeats the same order. */
function freeOrderKey({ name, purpose }: CandleOrderPayload): string {
  const text = JSON.stringify([name, purpose])
  if (unplaced?.text !== text) unplaced = { text, key: randomKey() }
  return unplaced.key
}

/** `crypto.randomUUID` exists in secure contexts only, and a parish page may be plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
