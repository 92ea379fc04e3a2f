import type { Language } from '../../shared/language'
import type { Fulfilment, Order, Payment } from '../orders/order'
import type { OrderRow } from './tables'

export function toOrderRow(order: Order): OrderRow {
  return {
    id: order.id,
    code: order.code,
    idempotency_key: order.idempotencyKey,
    payment_intent_id: order.paymentIntentId,
    source: order.source,
    name: order.name,
    purpose: order.purpose,
    email: order.email,
    language: order.language,
    prefers_donation: order.prefersDonation ? 1 : 0,
    payment: order.payment,
    claimed_kopiykas: order.claimedKopiykas,
    confirmed_kopiykas: order.confirmedKopiykas,
    needs_details: order.needsDetails ? 1 : 0,
    shortened: order.shortened ? 1 : 0,
    possible_double: order.possibleDouble ? 1 : 0,
    fulfilment: order.fulfilment,
    lit_at: order.litAt,
    user_email_sent: order.userEmailSent === null ? null : order.userEmailSent ? 1 : 0,
    user_agent: order.userAgent,
    referrer: order.referrer,
    browser_language: order.browserLanguage,
    address_hash: order.addressHash,
    created_at: order.createdAt,
    erased_at: order.erasedAt,
  }
}

export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    code: row.code,
    idempotencyKey: row.idempotency_key,
    paymentIntentId: row.payment_intent_id,
    source: row.source as Order['source'],
    name: row.name,
    purpose: row.purpose,
    email: row.email,
    language: row.language as Language,
    prefersDonation: row.prefers_donation === 1,
    payment: row.payment as Payment,
    claimedKopiykas: row.claimed_kopiykas,
    confirmedKopiykas: row.confirmed_kopiykas,
    needsDetails: row.needs_details === 1,
    shortened: row.shortened === 1,
    possibleDouble: row.possible_double === 1,
    fulfilment: row.fulfilment as Fulfilment,
    litAt: row.lit_at,
    userEmailSent: row.user_email_sent === null ? null : row.user_email_sent === 1,
    userAgent: row.user_agent,
    referrer: row.referrer,
    browserLanguage: row.browser_language,
    addressHash: row.address_hash,
    createdAt: row.created_at,
    erasedAt: row.erased_at,
  }
}
