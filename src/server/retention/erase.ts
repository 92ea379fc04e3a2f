import { setTimeout as pause } from 'node:timers/promises'
import { listDrafted } from '../db/donations'
import { emptyLog } from '../db/engines'
import {
  countTraces,
  deleteDrafts,
  deleteTraces,
  deleteUnneededPhotos,
  type ErasableOrder,
  eraseEmails,
  eraseEmailsById,
  eraseOrderWords,
  eraseTickets,
  isDigestInFlight,
  listEmailsTo,
  listExpiredOrders,
  listOrdersOfAddress,
  listReplyIds,
  listReversalIds,
  releaseUnnotifiedOrders,
} from '../db/erasure'
import { findOrderByCode } from '../db/orders'
import { inTransaction, type Queryable, type Store } from '../db/store'
import { readDraft } from '../orders/order'
import type { Services } from '../services'
import { deleteMailFiles, deleteOldFiles } from './delete-files'

const dayMs = 86_400_000
/** An order that was never marked as lit is kept for a year more. */
const neverLitMs = 365 * dayMs
/** A photo is kept for a while after it was sent, in case somebody asks. */
const sentPhotoMs = 7 * dayMs
/** A batch keeps the write lock for less than 100 ms; after it, who waits for the lock polls once. */
const pauseMs = 100
const maxOrders = 50
const maxEmails = 100
const maxTraces = 500
const maxPhotos = 20

/**
 * Erases the personal data of orders that were finished before the retention time, by the payment
 * provider's clock: ours may be ahead by years. Resolves to the number of orders.
 */
export async function eraseExpired(
  services: Pick<Services, 'store' | 'dataDir' | 'now' | 'provider'>,
  { retentionDays, mailFolder }: { retentionDays: number; mailFolder: string },
): Promise<number> {
  const { store, dataDir } = services
  const now = await readTrustedTime(services)
  if (now === null) return 0
  const before = now - retentionDays * dayMs
  let erased = 0
  for (;;) {
    const { orders, emails } = await inTransaction(store, async trx => {
      const expired = await listExpiredOrders(trx, {
        litBefore: before,
        orderedBefore: before - neverLitMs,
        limit: maxOrders,
      })
      return { orders: expired, emails: await eraseOrders(trx, expired, now) }
    })
    await deleteMailFiles(mailFolder, emails)
    erased += orders.length
    if (orders.length < maxOrders) break
    await pause(pauseMs)
  }
  await inTransaction(store, async trx => {
    const tickets = await eraseTickets(trx, { closedBefore: before })
    if (tickets.length > 0) await eraseEmails(trx, tickets)
  })
  while (await inTransaction(store, trx => eraseTraces(trx, before))) await pause(pauseMs)
  while ((await deleteUnneededPhotos(store.db, now - sentPhotoMs, maxPhotos)) === maxPhotos)
    await pause(pauseMs)
  await emptyLog(store.engine, store.db)
  await deleteOldFiles(mailFolder, before)
  await deleteOldFiles(dataDir, before)
  return erased
}

/** Resolves to whether there may be more. */
async function eraseTraces(trx: Queryable, before: number): Promise<boolean> {
  const { replies, hasMore } = await deleteTraces(trx, before, maxTraces)
  if (replies.length > 0) await eraseEmails(trx, replies)
  return hasMore
}

/** null: the provider does not say what time it is. Without one, our own clock must do. */
async function readTrustedTime({ now, provider }: Pick<Services, 'now' | 'provider'>) {
  if (!provider) return now()
  const aheadMs = await provider.readClock()
  return aheadMs === null ? null : now() - aheadMs
}

/** What is stored about one person. */
export interface Forgettable {
  orders: ErasableOrder[]
  /** Payments that were begun and are not known to be paid. */
  drafts: string[]
  /** Tickets and emails that name the address. */
  traces: number
  /** null: only the named order is to be forgotten. */
  address: string | null
}

/** Whom to forget: an order's code, or an address (all of its orders, drafts, tickets, emails). */
export async function findForgettable(store: Store, named: string): Promise<Forgettable> {
  if (!named.includes('@')) {
    const order = await findOrderByCode(store.db, named)
    const orders = order && order.erasedAt === null ? [order] : []
    return { orders, drafts: [], traces: 0, address: null }
  }
  const address = named.toLowerCase()
  const drafts = (await listDrafted(store.db))
    .filter(donation => readDraft(donation)?.sent.email?.toLowerCase() === address)
    .flatMap(donation => donation.paymentIntentId ?? [])
  const orders = await listOrdersOfAddress(store.db, address)
  return { orders, drafts, traces: await countTraces(store.db, address), address }
}

/**
 * Erases one person's data, whether the candle was lit or not. A digest on its way is waited for: its
 * other orders would be in the next one, too.
 */
export async function forgetPerson(
  store: Store,
  { orders, drafts, address }: Forgettable,
  mailFolder: string,
  now: () => number,
): Promise<void> {
  const notices = orders.flatMap(order => order.noticeId ?? [])
  for (;;) {
    const emails = await inTransaction(store, async trx => {
      if (notices.length > 0 && (await isDigestInFlight(trx, notices, now()))) return null
      const erased = await eraseOrders(trx, orders, now())
      await deleteDrafts(trx, drafts)
      if (address === null) return erased
      // The email about a ticket names the payer, and goes to the temple.
      const tickets = await eraseTickets(trx, { billingEmail: address })
      const aboutTickets = tickets.length > 0 ? await eraseEmails(trx, tickets) : []
      return [...erased, ...aboutTickets]
    })
    if (emails) {
      const sent = address === null ? [] : await eraseEmailsTo(store, address)
      await emptyLog(store.engine, store.db)
      return deleteMailFiles(mailFolder, [...emails, ...sent])
    }
    await pause(200)
  }
}

/** The search reads every email, so it must not hold the write lock. Resolves to their ids. */
async function eraseEmailsTo(store: Store, address: string): Promise<string[]> {
  const ids = await listEmailsTo(store.db, address)
  for (let from = 0; from < ids.length; from += maxEmails) {
    const batch = ids.slice(from, from + maxEmails)
    await inTransaction(store, trx => eraseEmailsById(trx, batch))
    // Leaves the write lock to those that wait: the next transaction would begin at once.
    await pause(20)
  }
  return ids
}

/**
 * Removes the people from these orders: words, addresses, tickets, emails, photos. Amounts, times
 * and states stay. Resolves to the ids of the emptied emails.
 */
async function eraseOrders(
  trx: Queryable,
  orders: ErasableOrder[],
  now: number,
): Promise<string[]> {
  if (orders.length === 0) return []
  const ids = orders.map(order => order.id)
  const codes = orders.map(order => order.code)
  const intents = orders.flatMap(order => order.paymentIntentId ?? [])
  await eraseOrderWords(trx, ids, now)
  await deleteDrafts(trx, intents)
  const notices = orders.flatMap(order => order.noticeId ?? [])
  if (notices.length > 0) await releaseUnnotifiedOrders(trx, notices, now)
  return eraseEmails(trx, [
    ...ids,
    ...notices,
    ...(await listReversalIds(trx, intents)),
    // Closed when the order came, with an email that names who paid.
    ...(await eraseTickets(trx, { paymentIntentIds: intents })),
    ...(await listReplyIds(trx, codes)),
  ])
}
