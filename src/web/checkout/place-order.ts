import * as v from 'valibot'
import {
  type CandleOrderPayload,
  candleOrdersPath,
  idempotencyKeyHeader,
  OrderAnswerSchema,
} from '../../shared/candle-order'
import { cleanEmail } from '../../shared/email-address'
import type { FormState } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import { cleanText } from '../../shared/plain-text'
import { hasStatus, request } from '../api/request'
import { minimumDuration, shortNoticeMs, withTimeout } from '../timing'
import type { OrderFailed, OrderSubmitted } from './state'

/** `paidUah`: the donation paid, in whole UAH. */
export function composeOrder(form: FormState, language: Language, paidUah?: number) {
  return {
    name: cleanText(form.forWhom),
    email: cleanEmail(form.email) || null,
    purpose: cleanText(form.purpose),
    donationAmount: paidUah === undefined ? '' : String(paidUah),
    prefersDonation: form.donationEnabled,
    language,
    userAgent: navigator.userAgent,
    referrer: document.referrer,
    browserLanguage: navigator.language,
    ipAddress: '',
  } satisfies CandleOrderPayload
}

/** The server keeps one order per key, so a repeat is harmless. No answer in time is a failure. */
export async function placeOrder(
  payload: CandleOrderPayload,
  key: string,
): Promise<OrderSubmitted | OrderFailed> {
  try {
    const userEmailSent = await minimumDuration(shortNoticeMs, withTimeout(send(payload, key)))
    return { kind: 'order-submitted', userEmailSent }
  } catch (error) {
    return { kind: 'order-failed', tooOften: hasStatus(error, 429) }
  }
}

async function send(body: CandleOrderPayload, key: string): Promise<boolean> {
  const headers = { [idempotencyKeyHeader]: key }
  const response = await request(candleOrdersPath, { method: 'POST', body, headers })
  const answer = v.parse(OrderAnswerSchema, await response.json())
  if (!answer.success) throw new Error(answer.error ?? 'The order was not accepted.')
  return answer.emailNotifications?.userEmailSent ?? false
}
