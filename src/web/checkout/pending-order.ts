import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { cutExcess } from '../../shared/cut-text'
import { hourMs, minuteMs } from '../../shared/durations'
import {
  ClientSecretSchema,
  DonationAmountSchema,
  paymentIntentIdOf,
} from '../../shared/payment-intent'
import { isFilled } from '../../shared/plain-text'
import { pendingPrefix, readPending, readPendingHistory } from './pending-storage'

const attempts = [
  /** Pay was pressed, and nothing is known yet. */
  'unclear',
  /** The same, after an earlier attempt was declined: the server may still report that decline. */
  'unclear-again',
  /** The last attempt was declined, and no earlier one can succeed. */
  'declined',
  /** The last attempt was declined, but one before it may still succeed late. */
  'declined-unclear',
  /** Paid, and its order stored, but without a name or a purpose. */
  'paid',
] as const

/** An earlier version kept texts of any length. */
const SentTextSchema = v.pipe(v.string(), v.transform(cutExcess))

const PendingOrderSchema = v.object({
  clientSecret: ClientSecretSchema,
  /** Whole UAH. */
  uah: DonationAmountSchema,
  payload: v.object({
    ...CandleOrderSchema.entries,
    name: SentTextSchema,
    purpose: SentTextSchema,
    donationAmount: v.string(),
    pressedAt: v.number(),
  }),
  attempt: v.picklist(attempts),
})

/**
 * An order as it was at the click on Pay, kept until the server has ordered or canceled it; without a
 * name or a purpose, until the visitor has written it or does not want to.
 */
export type PendingOrder = v.InferOutput<typeof PendingOrderSchema>

/** Whether a press of Pay may have charged the card, or still may. */
export function mayHaveCharged({ attempt }: PendingOrder): boolean {
  return attempt !== 'declined'
}

/** Whether a press of Pay was declined, be it the last one or one before. Not asked of one that is `paid`. */
export function wasDeclined({ attempt }: PendingOrder): boolean {
  return attempt !== 'unclear'
}

/** ms; by then the server has canceled what was not paid. */
const expiresAfterMs = 25 * hourMs

/** Too old to wait for, or the clock was far ahead at the click on Pay. */
export function isExpired({ payload }: PendingOrder): boolean {
  return Math.abs(Date.now() - payload.pressedAt) > expiresAfterMs
}

// A copy of what this page wrote; the only one where storage and history are denied.
const memory: Record<string, string> = {}

/** In localStorage, or the frame's history where that throws. A newer text from another tab stays. */
export function rememberPendingOrder(order: PendingOrder): void {
  if (newestText(order) !== order) return
  const id = paymentIntentIdOf(order.clientSecret)
  const text = JSON.stringify(order)
  memory[id] = text
  try {
    window.localStorage.setItem(pendingPrefix + id, text)
  } catch {
    writeHistory({ ...readPendingHistory(), [id]: text })
  }
}

/** The order, or a newer text of it from another tab. */
export function newestText(order: PendingOrder): PendingOrder {
  const { clientSecret, payload } = order
  const isNewer = (other: PendingOrder) =>
    other.clientSecret === clientSecret && other.payload.pressedAt > payload.pressedAt
  return listPendingOrders().find(isNewer) ?? order
}

export function forgetPendingOrder({ clientSecret }: Pick<PendingOrder, 'clientSecret'>): void {
  forget(paymentIntentIdOf(clientSecret))
}

/** The server has it: it is forgotten, or kept as `paid` while it lacks a name or a purpose. */
export function noteOrderStored(order: PendingOrder): void {
  const { name, purpose } = order.payload
  if (isFilled(name) && isFilled(purpose)) forgetPendingOrder(order)
  else rememberPendingOrder({ ...order, attempt: 'paid' })
}

/** What cannot be read is dropped. */
export function listPendingOrders(): PendingOrder[] {
  return Object.entries({ ...memory, ...readPending() }).flatMap(([id, text]) => {
    const order = parseOrder(text)
    if (!order) forget(id)
    return order ?? []
  })
}

function parseOrder(text: string): PendingOrder | undefined {
  try {
    return v.parse(PendingOrderSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

function forget(id: string): void {
  delete memory[id]
  try {
    window.localStorage.removeItem(pendingPrefix + id)
  } catch {
    // Nothing was written.
  }
  const { [id]: removed, ...rest } = readPendingHistory()
  if (removed !== undefined) writeHistory(rest)
}

function writeHistory(texts: Record<string, string>): void {
  try {
    window.history.replaceState({ ...window.history.state, [pendingPrefix]: texts }, '')
  } catch {
    // The copy in memory remains.
  }
}

/** The names of the Web Locks that this page holds, or waits for. */
const held = new Set<string>()

/** ms after Pay in which, without Web Locks, another tab is assumed to hold the payment. */
const assumedHeldMs = 10 * minuteMs

/** Until this page is closed or reloaded no other tab cancels the payment by itself. */
export function lockPayment({ clientSecret }: PendingOrder): void {
  const name = pendingPrefix + paymentIntentIdOf(clientSecret)
  if (held.has(name)) return
  held.add(name)
  const untilUnload = () => new Promise(() => undefined)
  // Missing on plain HTTP, and denied in some frames.
  navigator.locks?.request(name, untilUnload).catch(() => undefined)
}

/** Whether another tab may be working on this payment. */
export async function isLockedElsewhere({ clientSecret, payload }: PendingOrder) {
  const name = pendingPrefix + paymentIntentIdOf(clientSecret)
  if (held.has(name)) return false
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, lock => lock === null)
  } catch {
    return Math.abs(Date.now() - payload.pressedAt) < assumedHeldMs
  }
}
