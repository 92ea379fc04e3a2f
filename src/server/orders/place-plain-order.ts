import { createHash } from 'node:crypto'
import type { CandleOrder } from '../../shared/candle-order'
import { findOrderByKey } from '../db/orders'
import type { Services } from '../services'
import type { OrderRequest } from './order'
import { type OrderOutcome, placeOrder } from './place-order'

/** The same text from the same address within this time is one order, in ms. */
const repeatWindowMs = 10 * 60_000

/**
 * A free order from the plain form, which sends no key: text, address and time make one, so that a
 * second press or a reload places no second order. `hashAt` hashes the address as on the day of a
 * time (ms): a press after midnight still finds the one before.
 */
export async function placePlainOrder(
  services: Services,
  request: OrderRequest,
  hashAt: (at: number) => Promise<string>,
): Promise<OrderOutcome> {
  const now = services.now()
  const windowStart = now - (now % repeatWindowMs)
  const keyAt = async (start: number) => keyOf(request.sent, start, await hashAt(start))
  const earlier = await findOrderByKey(services.store.db, await keyAt(windowStart - repeatWindowMs))
  // The plain form asks for no address, so there is no email.
  if (earlier && now - earlier.createdAt < repeatWindowMs)
    return { kind: 'placed', userEmailSent: false }
  return placeOrder(services, request, { key: await keyAt(windowStart), channel: 'form' })
}

/** The address is hashed with a secret salt, so nobody else can compute this key. */
function keyOf({ name, purpose }: CandleOrder, windowStart: number, addressHash: string): string {
  const parts = JSON.stringify([addressHash, windowStart, name, purpose])
  return createHash('sha256').update(parts).digest('hex')
}
