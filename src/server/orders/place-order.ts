import { setTimeout as pause } from 'node:timers/promises'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { textLimit } from '../../shared/plain-text'
import { findEmail } from '../db/emails'
import { addHistory, countHistory, findOrderByKey } from '../db/orders'
import type { Order } from '../db/schema'
import { inTransaction } from '../db/store'
import { canBeWrittenTo } from '../emails/email-budget'
import type { Services } from '../services'
import { claimedKopiykas, composeOrder, isTooLong, type OrderRequest } from './order'
import { saveOrder } from './save-order'
import { syncPayment } from './sync-payment'

/** How an order ends, as a value: the route turns it into the answer. */
export type OrderOutcome =
  | { kind: 'placed'; userEmailSent: boolean }
  /** Kept as a draft: the payment has not gone through (yet). */
  | { kind: 'not-paid' }
  /** Not acceptable as it is; `reason` is shown to the sender. */
  | { kind: 'refused'; why: 'invalid' | 'unknown-payment' | 'unavailable'; reason: string }

/**
 * An order comes in from a browser. The same key again makes no second order; a key that names a
 * payment intent is believed only as far as the provider confirms it.
 */
export async function placeOrder(
  services: Services,
  request: OrderRequest,
  key: string,
): Promise<OrderOutcome> {
  const earlier = await findOrderByKey(services.store.db, key)
  if (earlier) return repeatAnswer(services, earlier, request)
  return isPaymentIntentId(key)
    ? placePaidOrder(services, request, key)
    : placeFreeOrder(services, request, key)
}

async function placePaidOrder(
  services: Services,
  request: OrderRequest,
  paymentIntentId: string,
): Promise<OrderOutcome> {
  const { order, isNew, status } = await syncPayment(services, paymentIntentId, {
    request,
    claimsPaid: true,
  })
  if (order && isNew)
    return { kind: 'placed', userEmailSent: await sendFirstEmail(services, order) }
  if (order) return repeatAnswer(services, order, request)
  if (status === 'open' || status === 'released') return { kind: 'not-paid' }
  services.log.warn({ paymentIntentId, status }, 'an order names a payment that is not known here')
  return status === 'foreign'
    ? { kind: 'refused', why: 'unknown-payment', reason: 'This payment is not known here.' }
    : { kind: 'refused', why: 'unavailable', reason: 'The payment cannot be checked right now.' }
}

/**
 * An order without a payment intent behind it. If it claims a donation all the same (a client that
 * knows the bare specification), it is kept whatever it lacks, and the amount stays a claim.
 */
async function placeFreeOrder(
  services: Services,
  request: OrderRequest,
  idempotencyKey: string,
): Promise<OrderOutcome> {
  const payment = claimedKopiykas(request.sent) > 0 ? ('claimed' as const) : ('none' as const)
  const circumstances = {
    idempotencyKey,
    paymentIntentId: null,
    source: 'form' as const,
    payment,
    confirmedKopiykas: 0,
  }
  const order = composeOrder(request, circumstances, services.now())
  const reason = payment === 'none' ? findFault(order, request) : null
  if (reason) return { kind: 'refused', why: 'invalid', reason }
  const first = await inTransaction(services.store, trx => saveOrder(services, trx, order))
  // Another request with this key was faster: its order is there now.
  if (!first) return placeOrder(services, request, idempotencyKey)
  return { kind: 'placed', userEmailSent: await sendFirstEmail(services, first) }
}

function findFault(order: Order, { sent }: OrderRequest): string | null {
  if (order.needsDetails) return 'name and purpose are required.'
  if (isTooLong(sent)) return `name and purpose may have ${textLimit} characters at most.`
  return null
}

const firstEmailMs = 2_000
const variantsKept = 5

/** One bounded try for the donor's email of a new order, if there is one. */
export async function sendFirstEmail({ outbox }: Services, order: Order): Promise<boolean> {
  return canBeWrittenTo(order) && outbox.tryNow(order.id, 'donor-thanks', firstEmailMs)
}

/** The order is there already: what differs is kept in its history. */
async function repeatAnswer(
  services: Services,
  order: Order,
  request: OrderRequest,
): Promise<OrderOutcome> {
  await keepVariant(services, order, request)
  return { kind: 'placed', userEmailSent: await awaitFirstEmail(services, order) }
}

/**
 * Whether the donor's email has gone out. Two requests at once make one order: the second waits
 * while the first one's try may be under way, and not for a clock that was set back meanwhile.
 */
export async function awaitFirstEmail(services: Services, order: Order): Promise<boolean> {
  for (;;) {
    const email = await findEmail(services.store.db, order.id, 'donor-thanks')
    const isTried = email?.state !== 'waiting' || email.lastError !== null
    if (isTried || Math.abs(services.now() - order.createdAt) >= firstEmailMs)
      return email?.state === 'sent'
    await pause(50)
  }
}

/** Not on an order whose person asked to be forgotten. */
async function keepVariant(services: Services, order: Order, request: OrderRequest): Promise<void> {
  const detail = summarize(composeOrder(request, order, services.now()))
  if (detail === summarize(order) || order.erasedAt !== null) return
  const { db } = services.store
  if ((await countHistory(db, order.id, 'variant')) >= variantsKept) return
  services.log.warn({ orderId: order.id }, 'the same key came with another order')
  await addHistory(db, { orderId: order.id, at: services.now(), event: 'variant', detail })
}

function summarize({ name, purpose, email, claimedKopiykas }: Order): string {
  return JSON.stringify({ name, purpose, email, claimedKopiykas })
}
