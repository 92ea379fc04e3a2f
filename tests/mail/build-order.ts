import type { Order } from '../../src/server/db/schema'

/** An order in which nothing is remarkable but what the test says. */
export function buildOrder(remarkable: Partial<Order> = {}): Order {
  return {
    id: 'order-1',
    code: 'K7F3-9QXM',
    idempotencyKey: 'key-00000001',
    paymentIntentId: null,
    source: 'form',
    name: 'Іван',
    purpose: 'За здоров’я',
    email: 'donor@example.org',
    language: 'uk',
    prefersDonation: false,
    payment: 'none',
    claimedKopiykas: 0,
    confirmedKopiykas: 0,
    needsDetails: false,
    shortened: false,
    possibleDouble: false,
    fulfilment: 'waiting',
    litAt: null,
    userEmailSent: null,
    userAgent: '',
    referrer: '',
    browserLanguage: '',
    addressHash: 'hash',
    createdAt: Date.UTC(2026, 10, 20, 16, 0),
    erasedAt: null,
    ...remarkable,
  }
}
