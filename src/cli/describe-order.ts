import type { Order } from '../server/db/schema'

function listNotes(order: Order): string[] {
  return [
    order.needsDetails && 'needs details',
    order.possibleDouble && 'possibly ordered twice',
    order.shortened && 'shortened',
    order.channel === 'payment' && 'came without words',
    order.erasedAt !== null && 'personal data erased',
  ].filter(note => note !== false)
}

/** Describes an order for other programs, without technical fields. */
export function describeOrder(order: Order) {
  return {
    code: order.code,
    orderedAt: new Date(order.createdAt).toISOString(),
    state: order.fulfilment,
    litAt: order.litAt === null ? null : new Date(order.litAt).toISOString(),
    payment: order.payment,
    paymentIntentId: order.paymentIntentId,
    confirmedUah: order.confirmedKopiykas / 100,
    claimedUah: order.claimedKopiykas / 100,
    forWhom: order.name,
    purpose: order.purpose,
    email: order.email,
    language: order.language,
    notes: listNotes(order),
  }
}
