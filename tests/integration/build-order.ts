import type { Order } from '../../src/server/db/schema'
import type { CandleOrderPayload } from '../../src/shared/candle-order'

/** A valid order; tests set only the fields that matter. */
export function buildOrder(fields: Partial<CandleOrderPayload> = {}): CandleOrderPayload {
  return {
    name: 'Марія',
    email: null,
    purpose: 'За здоров’я',
    donationAmount: '',
    prefersDonation: false,
    language: 'uk',
    userAgent: 'test',
    referrer: '',
    browserLanguage: 'uk-UA',
    ipAddress: '',
    ...fields,
  }
}

/** The columns of an order with a donation of 200 UAH. */
export const paid = { payment: 'paid', claimedKopiykas: 20_000, confirmedKopiykas: 20_000 } as const

/** A stored order; tests set only the columns that matter. */
export function buildStoredOrder(columns: Partial<Order> = {}): Order {
  return {
    id: 'order-1',
    code: 'K7F3-9QXM',
    idempotencyKey: 'key-00000001',
    paymentIntentId: null,
    channel: 'page',
    name: 'Іван',
    purpose: 'За здоров’я',
    intention: 0,
    email: 'donor@example.org',
    language: 'uk',
    payment: 'none',
    claimedKopiykas: 0,
    confirmedKopiykas: 0,
    needsDetails: false,
    shortened: false,
    possibleDouble: false,
    crowd: false,
    fulfilment: 'waiting',
    litAt: null,
    litBy: null,
    noticeDueAt: null,
    noticeId: null,
    remindAt: null,
    toldPayment: null,
    addressHash: 'hash',
    createdAt: Date.UTC(2026, 10, 20, 16, 0),
    erasedAt: null,
    ...columns,
  }
}
