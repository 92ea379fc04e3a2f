import * as v from 'valibot'
import {
  ClientSecretSchema,
  DonationAmountSchema,
  paymentIntentIdOf,
} from '../../shared/payment-intent'
import { notifyHost } from '../frame/host-window'
import { pendingPrefix, readPending, readPendingHistory } from './pending-storage'

const PendingPaymentSchema = v.object({
  clientSecret: ClientSecretSchema,
  /** Whole UAH. */
  uah: DonationAmountSchema,
  /** The embedding site knows of its order, which lacks a name or a purpose. */
  isTold: v.optional(v.boolean()),
})

/**
 * A payment on which Pay was pressed. A record of it means "ask the server", and nothing else: it is written
 * before the card can be charged, and taken away once the server has said how the payment ended, or the
 * provider that this press charged nothing. It holds no words: the next visitor of a shared device may read it.
 */
export type PendingPayment = v.InferOutput<typeof PendingPaymentSchema>

// A copy of what this page wrote; the only one where storage and history are denied.
const memory: Record<string, string> = {}

/** In localStorage, or the frame's history where that throws. */
export function rememberPayment(payment: PendingPayment): void {
  const { clientSecret, uah, isTold = findPayment(payment)?.isTold } = payment
  const id = paymentIntentIdOf(clientSecret)
  const text = JSON.stringify({ clientSecret, uah, isTold })
  memory[id] = text
  try {
    window.localStorage.setItem(pendingPrefix + id, text)
  } catch {
    writeHistory({ ...readPendingHistory(), [id]: text })
  }
}

/** Whether a press of Pay on it may have charged the card, or still may. */
export function isRemembered(payment: PendingPayment): boolean {
  return findPayment(payment) !== undefined
}

export function forgetPayment({ clientSecret }: Pick<PendingPayment, 'clientSecret'>): void {
  forget(paymentIntentIdOf(clientSecret))
}

/**
 * The server has said that its order is stored. The embedding site is told by whoever finds it not told yet:
 * another tab, or this page before a reload, may have been first. `isComplete`: nothing is left to ask.
 */
export function noteStored(payment: PendingPayment, isComplete: boolean): void {
  const record = findPayment(payment)
  if (isComplete) forgetPayment(payment)
  else rememberPayment({ ...payment, isTold: true })
  if (record && !record.isTold) notifyHost({ type: 'svichka:ordered', donated: true })
}

function findPayment({ clientSecret }: PendingPayment): PendingPayment | undefined {
  return listPendingPayments().find(record => record.clientSecret === clientSecret)
}

/** What cannot be read is dropped. */
export function listPendingPayments(): PendingPayment[] {
  return Object.entries({ ...memory, ...readPending() }).flatMap(([id, text]) => {
    const record = parseRecord(text)
    if (!record) forget(id)
    return record ?? []
  })
}

function parseRecord(text: string): PendingPayment | undefined {
  try {
    return v.parse(PendingPaymentSchema, JSON.parse(text))
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
