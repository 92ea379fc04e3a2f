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
  /** True if the embedding site was told of the order, which still lacks a name or a purpose. */
  isTold: v.optional(v.boolean()),
})

/**
 * A payment on which Pay was clicked. A record of it means "ask the server" and nothing else. It is
 * written before the card can be charged, and removed once the server has said how the payment ended, or
 * the provider that this click charged nothing. The next visitor of a shared device may read it, so it
 * holds no words. Those stay in the tab, where a reload and a bank's page leave them.
 */
export type PendingPayment = v.InferOutput<typeof PendingPaymentSchema>

const wordsPrefix = 'svichka.words.'

const WordsSchema = v.object({
  name: v.string(),
  purpose: v.string(),
  email: v.nullish(v.string()),
})

type Words = v.InferOutput<typeof WordsSchema>

// A copy of the records of this page. It is the only one if storage and history are denied.
const memory: Record<string, string> = {}

/** Keeps a record in localStorage, or in the frame's history if that throws. The words stay in the tab. */
export function rememberPayment(payment: PendingPayment & { words?: Words | undefined }): void {
  const { clientSecret, uah, words, isTold = findPayment(payment)?.isTold } = payment
  const id = paymentIntentIdOf(clientSecret)
  if (words) keepWords(id, words)
  const text = JSON.stringify({ clientSecret, uah, isTold })
  memory[id] = text
  try {
    window.localStorage.setItem(pendingPrefix + id, text)
  } catch {
    writeHistory({ ...readPendingHistory(), [id]: text })
  }
}

/** Returns whether a click on Pay may have charged the card, or still may. */
export function isRemembered(payment: PendingPayment): boolean {
  return findPayment(payment) !== undefined
}

export function forgetPayment({ clientSecret }: Pick<PendingPayment, 'clientSecret'>): void {
  forget(paymentIntentIdOf(clientSecret))
}

/**
 * Marks that the server has stored the order, and tells the embedding site unless another tab, or this
 * page before a reload, has told it. A complete order (`isComplete`) needs no record any more.
 */
export function markStored(payment: PendingPayment, isComplete: boolean): void {
  const record = findPayment(payment)
  if (isComplete) forgetPayment(payment)
  else rememberPayment({ ...payment, isTold: true })
  if (record && !record.isTold) notifyHost({ type: 'svichka:ordered', donated: true })
}

function keepWords(id: string, { name, purpose, email }: Words): void {
  try {
    window.sessionStorage.setItem(wordsPrefix + id, JSON.stringify({ name, purpose, email }))
  } catch {
    // The server has the words, too.
  }
}

function forgetWords(id: string): void {
  try {
    window.sessionStorage.removeItem(wordsPrefix + id)
  } catch {
    // Then nothing was written either.
  }
}

/** Finds the words that this tab keeps for the payment. */
export function findWords({ clientSecret }: PendingPayment): Words | undefined {
  try {
    const text = window.sessionStorage.getItem(wordsPrefix + paymentIntentIdOf(clientSecret))
    return v.parse(WordsSchema, JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

function findPayment({ clientSecret }: PendingPayment): PendingPayment | undefined {
  return listPendingPayments().find(record => record.clientSecret === clientSecret)
}

/** Lists the records, and drops those that cannot be read. */
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
  forgetWords(id)
  try {
    window.localStorage.removeItem(pendingPrefix + id)
  } catch {
    // Then nothing was written either.
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
