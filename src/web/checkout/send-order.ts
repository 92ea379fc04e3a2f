import * as v from 'valibot'
import {
  type CandleOrderPayload,
  candleOrdersPath,
  idempotencyKeyHeader,
  OrderAnswerSchema,
} from '../../shared/candle-order'
import { cutExcess, cutText } from '../../shared/cut-text'
import { cleanEmail } from '../../shared/email-address'
import type { FormState } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import { cleanText, isFilled } from '../../shared/plain-text'
import { request, retryAfterMs } from '../api/request'
import { notifyHost } from '../frame/host-window'
import { minimumDuration, minShownMs, withTimeout } from '../timing'
import { askPaymentOutcome, checkPayment } from './payment-outcome'
import { isRemembered, markStored } from './pending-payment'
import { dispatch } from './reducer'
import { sendWords } from './send-words'
import type {
  Donation,
  GoodNews,
  Missing,
  OrderFailed,
  OrderSubmitted,
  OrderSummary,
} from './state'
import type { CheckoutStore } from './store'

/** Sends a validated order without a donation. The same text again is the same order. */
export async function sendFreeOrder(
  store: CheckoutStore,
  form: FormState,
  language: Language,
): Promise<void> {
  const payload = composePayload(form, language)
  const result = await postOrder(payload, freeOrderKey(payload))
  if (result.kind === 'order-submitted') {
    // The key is forgotten, so the next order is another one even with the same text.
    lastKey = undefined
    notifyHost({ type: 'svichka:ordered', donated: false })
    dispatch(store, { type: 'free-order-placed', summary: payload, toast: result })
  } else {
    store.dispatch({ type: 'free-order-failed', failure: result })
  }
}

const descriptionLimit = 500

/** Composes the payload. Without `donatedUah` the order has no donation. */
export function composePayload(form: FormState, language: Language, donatedUah?: number) {
  return {
    name: cutExcess(cleanText(form.forWhom)),
    email: (form.donationEnabled && cleanEmail(form.email)) || null,
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

/** Posts an order. The server keeps one per key, so a repeat is harmless. No answer in time is a failure. */
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

/** The key of the last free order that the server has not confirmed. */
let lastKey: { text: string; key: string } | undefined

/** Returns the key of a free order. The same text repeats the same order, in any language of the page. */
function freeOrderKey({ name, purpose }: CandleOrderPayload): string {
  const text = JSON.stringify([name, purpose])
  if (lastKey?.text === text) return lastKey.key
  // A parish page may be plain HTTP, where `crypto.randomUUID` is missing.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  lastKey = { text, key }
  return key
}

/**
 * Sends the order of a captured payment. If that fails, the page goes on asking the server, which has the
 * words.
 */
export async function sendPaidOrder(
  store: CheckoutStore,
  donation: Donation,
  words: CandleOrderPayload,
): Promise<void> {
  const signal = store.startPaymentTask()
  const { clientSecret } = donation
  const toast = await postOrder(words, paymentIntentIdOf(clientSecret))
  let missing: Missing | undefined = isFilled(words.name)
    ? isFilled(words.purpose)
      ? undefined
      : 'purpose'
    : 'name'
  if (missing && toast.kind === 'order-submitted') {
    // After a reload the server may have words that this page has lost.
    const answer = await askPaymentOutcome({ clientSecret })
    if (answer.outcome === 'succeeded') missing = answer.missing
  }
  // The visitor left and came back, and `pageshow` in main.tsx has begun to ask the server.
  if (signal.aborted) return
  if (toast.kind === 'order-failed') {
    dispatch(store, { type: 'paid-order-failed', donation })
    await checkPayment(store, donation)
    return
  }
  markStored(donation, missing === undefined)
  dispatch(store, { type: 'donation-received', donation, missing, toast })
}

/** Adds what a paid order lacks, and returns whether it was stored. The server fills only empty fields. */
export async function completeOrder(
  store: CheckoutStore,
  paid: GoodNews & { uah: number; clientSecret: string },
  { name, purpose }: Pick<OrderSummary, 'name' | 'purpose'>,
): Promise<boolean> {
  const { uah, clientSecret, summary } = paid
  const { language } = store.getState()
  const form = { forWhom: name, purpose, email: summary?.email ?? '', donationEnabled: true }
  const words = composePayload(form, language, uah)
  const answer = await minimumDuration(minShownMs, storeAndAsk(clientSecret, words))
  if (answer?.outcome !== 'succeeded' || !answer.hasOrder) {
    dispatch(store, { type: 'completion-failed' })
    return false
  }
  const { missing, userEmailSent } = answer
  const payment = { clientSecret, uah }
  // This browser did not remember the payment, so the embedding site was not told of it yet.
  if (paid.missing === 'order' && !isRemembered(payment))
    notifyHost({ type: 'svichka:ordered', donated: true })
  else markStored(payment, missing === undefined)
  const news = { ...paid, summary: words, missing }
  dispatch(store, {
    type: 'order-completed',
    news,
    toast: { kind: 'order-submitted', userEmailSent },
  })
  return true
}

async function storeAndAsk(clientSecret: string, words: CandleOrderPayload) {
  const stored = await sendWords(clientSecret, words)
  return stored === 'stored' ? askPaymentOutcome({ clientSecret }) : undefined
}
