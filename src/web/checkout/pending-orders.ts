import * as v from 'valibot'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import { type OrderInHand, OrderInHandSchema } from './order-in-hand'

const prefix = 'svichka.pending.'

// Some frames have no storage, or one that throws: the order then lives as long as the page.
const remembered = new Map<string, OrderInHand>()

/** Keeps an order whose payment has begun, so that a reload or a bank's page cannot lose it. */
export function keepPendingOrder(order: OrderInHand): void {
  const key = prefix + paymentIntentIdOf(order.clientSecret)
  remembered.set(key, order)
  withStorage(storage => storage.setItem(key, JSON.stringify(order)))
}

export function forgetPendingOrder(order: OrderInHand): void {
  const key = prefix + paymentIntentIdOf(order.clientSecret)
  remembered.delete(key)
  withStorage(storage => storage.removeItem(key))
}

/** Orders begun here and not known to be stored. What cannot be read is not ours, and is dropped. */
export function listPendingOrders(): OrderInHand[] {
  const found = new Map(remembered)
  withStorage(storage => {
    for (const key of Object.keys(storage).filter(name => name.startsWith(prefix))) {
      const order = readOrder(storage.getItem(key))
      if (order) found.set(key, order)
      else storage.removeItem(key)
    }
  })
  return [...found.values()]
}

function readOrder(text: string | null): OrderInHand | undefined {
  try {
    const read = v.safeParse(OrderInHandSchema, JSON.parse(text ?? ''))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

function withStorage(use: (storage: Storage) => void): void {
  try {
    use(window.localStorage)
  } catch {
    // No storage here; memory has to do.
  }
}
