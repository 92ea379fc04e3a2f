import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import {
  ClientSecretSchema,
  DonationAmountSchema,
  paymentIntentIdOf,
} from '../../shared/payment-intent'
import { pendingPrefix, readPending, readPendingHistory } from './pending-storage'

const PendingOrderSchema = v.object({
  clientSecret: ClientSecretSchema,
  /** Whole UAH. */
  uah: DonationAmountSchema,
  payload: v.object({
    ...CandleOrderSchema.entries,
    name: v.string(),
    purpose: v.string(),
    donationAmount: v.string(),
    pressedAt: v.number(),
  }),
  /** The last attempt to pay was refused, for certain. */
  refused: v.optional(v.boolean(), false),
  /** The server was asked about it, and has not ended it: an attempt may still succeed late. */
  unclear: v.optional(v.boolean(), false),
  /** A refusal was shown: what the server says of one later may still be the same. */
  refusalShown: v.optional(v.boolean(), false),
})

/**
 * An order whose payment was begun, as it stood at the click on Pay: nothing the visitor does
 * later changes it. It is remembered until the server has ordered or released it.
 */
export type PendingOrder = v.InferOutput<typeof PendingOrderSchema>

// A page with neither storage nor a history of its own remembers as long as it lives.
const memory: Record<string, string> = {}

/** Keeps the order over reloads: in localStorage, or in the frame's history where that throws. */
export function rememberPendingOrder(order: PendingOrder): void {
  const id = paymentIntentIdOf(order.clientSecret)
  const text = JSON.stringify(order)
  memory[id] = text
  try {
    window.localStorage.setItem(pendingPrefix + id, text)
  } catch {
    writeHistory({ ...readPendingHistory(), [id]: text })
  }
}

export function forgetPendingOrder(order: PendingOrder): void {
  forget(paymentIntentIdOf(order.clientSecret))
}

/** The orders begun in this browser and not known to be ended. What cannot be read is dropped. */
export function listPendingOrders(): PendingOrder[] {
  return Object.entries({ ...memory, ...readPending() }).flatMap(([id, text]) => {
    const order = readOrder(text)
    if (!order) forget(id)
    return order ?? []
  })
}

function readOrder(text: string): PendingOrder | undefined {
  try {
    const read = v.safeParse(PendingOrderSchema, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

function forget(id: string): void {
  delete memory[id]
  try {
    window.localStorage.removeItem(pendingPrefix + id)
  } catch {
    // It was never there.
  }
  const { [id]: removed, ...rest } = readPendingHistory()
  if (removed !== undefined) writeHistory(rest)
}

function writeHistory(texts: Record<string, string>): void {
  try {
    window.history.replaceState({ ...window.history.state, [pendingPrefix]: texts }, '')
  } catch {
    // Memory has to do.
  }
}
