import { createHash } from 'node:crypto'
import { minuteMs } from '../../shared/durations'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { textLimit } from '../../shared/plain-text'
import { findOrder, insertOrder } from '../db/orders'
import type { Order } from '../db/schema'
import { inTransaction } from '../db/store'
import type { Services } from '../services'
import { composeOrder, isTooLong, type SentOrder, statedKopiykas } from './save-order'
import { syncPayment } from './sync-payment'

export type OrderOutcome =
  /** The order is stored, or its words are kept until the payment is decided. */
  | { kind: 'placed'; userEmailSent: boolean }
  /** The payment is open or canceled. The words of an open one are kept in case it is paid. */
  | { kind: 'not-paid' }
  | { kind: 'rejected'; why: 'invalid' | 'unknown-payment' | 'unavailable'; reason: string }

interface OrderKey {
  key: string
  channel: Order['channel']
}

/**
 * Places an order. Only the first one with a key counts. A key that names a payment is checked with the
 * provider.
 */
export async function placeOrder(
  services: Services,
  sentOrder: SentOrder,
  { key, channel }: OrderKey,
): Promise<OrderOutcome> {
  return isPaymentIntentId(key)
    ? placePaidOrder(services, sentOrder, key)
    : placeFreeOrder(services, sentOrder, { key, channel })
}

async function placePaidOrder(
  services: Services,
  sentOrder: SentOrder,
  paymentIntentId: string,
): Promise<OrderOutcome> {
  const { order, thanks, status, isAnswered } = await syncPayment(services, paymentIntentId, {
    kind: 'order',
    sentOrder,
  })
  if (order) {
    logOtherWords(services, order, sentOrder)
    return { kind: 'placed', userEmailSent: await services.outbox.tryThanks(order, thanks) }
  }
  if (isAnswered) return { kind: 'placed', userEmailSent: false }
  if (status === 'open' || status === 'canceled') return { kind: 'not-paid' }
  const isForeign = status === 'not-ours'
  const found = isForeign ? 'an unknown payment' : 'a payment that cannot be read now'
  services.log.warn({ paymentIntentId }, `an order was rejected: it names ${found}`)
  return isForeign
    ? { kind: 'rejected', why: 'unknown-payment', reason: 'This payment is not known here.' }
    : { kind: 'rejected', why: 'unavailable', reason: 'The payment cannot be checked right now.' }
}

/**
 * Places an order that names no payment, and so has no thanks. If it claims a donation all the same, it is
 * never rejected.
 */
async function placeFreeOrder(
  services: Services,
  sentOrder: SentOrder,
  { key, channel }: OrderKey,
): Promise<OrderOutcome> {
  const payment = statedKopiykas(sentOrder.sent) > 0 ? ('claimed' as const) : ('none' as const)
  const circumstances = {
    idempotencyKey: key,
    paymentIntentId: null,
    channel,
    payment,
    confirmedKopiykas: 0,
  }
  const composed = composeOrder(sentOrder, circumstances, services.now())
  const reason = payment === 'none' ? findError(composed, sentOrder) : null
  if (reason) return { kind: 'rejected', why: 'invalid', reason }
  const { store } = services
  const isNew = await inTransaction(store, trx => insertOrder(trx, composed), 'free')
  if (isNew) services.log.info({ code: composed.code, channel, payment }, 'an order was stored')
  else {
    const order = await findOrder(store.db, { idempotencyKey: key })
    if (!order) throw new Error('An order was neither stored nor found.')
    logOtherWords(services, order, sentOrder)
  }
  return { kind: 'placed', userEmailSent: false }
}

function logOtherWords({ log }: Services, order: Order, { sent }: SentOrder): void {
  if (!isTooLong(sent) && (sent.name !== order.name || sent.purpose !== order.purpose))
    log.warn({ orderId: order.id }, 'an idempotency key was reused with another text')
}

function findError(order: Order, { sent }: SentOrder): string | null {
  if (order.needsDetails) return 'name and purpose are required.'
  if (isTooLong(sent)) return `name and purpose may have ${textLimit} characters at most.`
  return null
}

/** The same text from the same address within this time counts as one order, ms. */
const repeatWindowMs = 10 * minuteMs

interface PlainSender {
  /** The key that the page's script gave the form. It is missing if the browser runs no script. */
  formKey: string | undefined
  /** Hashes address and browser. The salt changes daily, so a repeat just after midnight uses yesterday's. */
  hashAt: (at: number) => Promise<string>
}

/**
 * Places a free order from the plain form. A second click or a reload places no second order. If the form
 * has no key, text, sender and time make one. Then nobody can tell a repeat from a second candle, so the
 * visitor is asked.
 */
export async function placePlainOrder(
  services: Services,
  sentOrder: SentOrder,
  { formKey, hashAt }: PlainSender,
): Promise<OrderOutcome | { kind: 'repeated' }> {
  const place = (key: string) => placeFreeOrder(services, sentOrder, { key, channel: 'form' })
  if (formKey) return place(hashParts(sentOrder.sent, formKey))
  const now = services.now()
  const windowStart = now - (now % repeatWindowMs)
  // The address is hashed with a secret salt, so nobody else can compute this key.
  const keyAt = async (start: number) => hashParts(sentOrder.sent, start, await hashAt(start))
  for (const start of [windowStart, windowStart - repeatWindowMs]) {
    const earlier = await findOrder(services.store.db, { idempotencyKey: await keyAt(start) })
    if (earlier && now - earlier.createdAt < repeatWindowMs) return { kind: 'repeated' }
  }
  return place(await keyAt(windowStart))
}

function hashParts({ name, purpose }: SentOrder['sent'], ...parts: (string | number)[]): string {
  const text = JSON.stringify([...parts, name, purpose])
  return createHash('sha256').update(text).digest('hex')
}
