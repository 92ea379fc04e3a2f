import { type CandleOrder, textLimit } from '../../shared/candle-order'
import { looksLikeEmail } from '../../shared/email-pattern'
import { isFilled } from '../../shared/order-form'
import { cutText } from '../../shared/plain-text'
import { randomCode, randomId } from '../db/random-id'
import { toKopiykas } from './kopiykas'
import type { Order, Payment } from './order'

export interface OrderCircumstances {
  idempotencyKey: string
  paymentIntentId: string | null
  source: Order['source']
  payment: Payment
  confirmedKopiykas: number
  addressHash: string
  now: number
}

/** What was sent becomes an order. Nothing is refused here: what is missing or too long is flagged. */
export function composeOrder(sent: CandleOrder, circumstances: OrderCircumstances): Order {
  return {
    id: randomId(),
    code: randomCode(),
    idempotencyKey: circumstances.idempotencyKey,
    paymentIntentId: circumstances.paymentIntentId,
    source: circumstances.source,
    name: cutText(sent.name, textLimit),
    purpose: cutText(sent.purpose, textLimit),
    email: readEmail(sent.email),
    language: sent.language,
    prefersDonation: sent.prefersDonation,
    payment: circumstances.payment,
    claimedKopiykas: claimedKopiykas(sent),
    confirmedKopiykas: circumstances.confirmedKopiykas,
    needsDetails: !isFilled(sent.name) || !isFilled(sent.purpose),
    shortened: isTooLong(sent),
    possibleDouble: false,
    fulfilment: 'waiting',
    litAt: null,
    userEmailSent: null,
    userAgent: sent.userAgent ?? '',
    referrer: sent.referrer ?? '',
    browserLanguage: sent.browserLanguage ?? '',
    addressHash: circumstances.addressHash,
    createdAt: circumstances.now,
    erasedAt: null,
  }
}

export function isTooLong(sent: CandleOrder): boolean {
  return sent.name.length > textLimit || sent.purpose.length > textLimit
}

/** What the browser says was given, in kopiykas: a claim, never a proof. */
export function claimedKopiykas(sent: CandleOrder): number {
  return sent.donationAmount === '' ? 0 : toKopiykas(sent.donationAmount)
}

/** A mistyped address is kept for the temple to read; no email goes to it. */
function readEmail(email: string | null): string | null {
  return email === null || email === '' ? null : email
}

export function canBeWrittenTo(order: Order): boolean {
  return order.email !== null && looksLikeEmail(order.email)
}
