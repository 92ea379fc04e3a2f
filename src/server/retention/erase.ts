import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listDrafted } from '../db/donations'
import { emptyLog } from '../db/engines'
import {
  countTicketsOf,
  deleteUnneededPhotos,
  eraseDrafts,
  eraseEmails,
  eraseOldTickets,
  eraseOrders,
  eraseRest,
  eraseTicketsOf,
  isDigestInFlight,
  listEmailsTo,
  listExpiredOrders,
  listOrdersOf,
} from '../db/erasure'
import { findOrder } from '../db/orders'
import { inTransaction, type Store } from '../db/store'
import { readDraft } from '../orders/order'
import type { Services } from '../services'

const dayMs = 86_400_000
/** Orders never lit are kept a year longer, counted from when they were placed. */
const neverLitMs = 365 * dayMs
const sentPhotoMs = 7 * dayMs
/** Between batches, so that a process waiting for the write lock gets it. */
const pauseMs = 100
const maxOrders = 50
const maxEmails = 100
const maxRest = 500
const maxPhotos = 20

/**
 * Erases expired personal data by the payment provider's clock: ours may be ahead by years. Resolves
 * to the number of orders.
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
  await inBatches(async () => {
    const { orders, emails } = await inTransaction(store, async trx => {
      const expired = await listExpiredOrders(trx, {
        litBefore: before,
        orderedBefore: before - neverLitMs,
        now,
        limit: maxOrders,
      })
      return { orders: expired, emails: await eraseOrders(trx, expired, now) }
    })
    await deleteMailFiles(mailFolder, emails)
    erased += orders.length
    return orders.length === maxOrders
  })
  const tickets = { closedBefore: before, paidBefore: before - neverLitMs }
  await inTransaction(store, trx => eraseOldTickets(trx, tickets))
  await inBatches(() => inTransaction(store, trx => eraseRest(trx, before, maxRest)))
  await inBatches(() => deleteUnneededPhotos(store.db, now - sentPhotoMs, maxPhotos))
  await emptyLog(store)
  await deleteOldFiles(mailFolder, before)
  await deleteOldFiles(dataDir, before)
  return erased
}

/** Runs batches until one resolves to false. */
async function inBatches(run: () => Promise<boolean>): Promise<void> {
  while (await run()) await pause(pauseMs)
}

/** Deletes the files of these emails, which a demo writes in place of sending. */
async function deleteMailFiles(folder: string, emailIds: string[]): Promise<void> {
  const endings = emailIds.map(id => `-${id}.eml`)
  if (endings.length > 0)
    await deleteFiles(folder, async name => endings.some(ending => name.endsWith(ending)))
}

/** Deletes mail files and the stores that a restore replaced, if last written before then (ms). */
async function deleteOldFiles(folder: string, before: number): Promise<void> {
  await deleteFiles(
    folder,
    async name =>
      /\.eml(\.unfinished)?$|^replaced-.*\.db/.test(name) &&
      (await stat(join(folder, name))).mtimeMs < before,
  )
}

async function deleteFiles(folder: string, isUnwanted: (name: string) => Promise<boolean>) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names)
    if (await isUnwanted(name)) await rm(join(folder, name), { force: true })
}

/** The provider's time; ours without a provider; null: it does not answer. */
async function readTrustedTime({ now, provider }: Pick<Services, 'now' | 'provider'>) {
  if (!provider) return now()
  const aheadMs = await provider.readClock()
  return aheadMs === null ? null : now() - Math.max(0, aheadMs)
}

/**
 * What is stored about a person, named by an order's code or by an email address (all of its orders,
 * drafts, tickets and emails). `email` is null for a code: only that order is erased.
 */
export async function findForgettable({ db }: Store, named: string) {
  if (!named.includes('@')) {
    const order = await findOrder(db, { code: named })
    const orders = order && order.erasedAt === null ? [order] : []
    return { orders, drafts: [], traces: 0, email: null }
  }
  const drafts = (await listDrafted(db))
    .filter(each => readDraft(each)?.sent.email?.toLowerCase() === named.toLowerCase())
    .map(donation => donation.paymentIntentId)
  const traces = (await listEmailsTo(db, named)).length + (await countTicketsOf(db, named))
  return { orders: await listOrdersOf(db, named), drafts, traces, email: named }
}

/** Waits for a digest in flight: without it, its other orders would be in the next one, too. */
export async function forgetPerson(
  store: Store,
  { orders, drafts, email }: Awaited<ReturnType<typeof findForgettable>>,
  mailFolder: string,
  now: () => number,
): Promise<void> {
  for (;;) {
    const emails = await inTransaction(store, async trx => {
      if (await isDigestInFlight(trx, orders, now())) return null
      await eraseDrafts(trx, drafts)
      const erased = await eraseOrders(trx, orders, now())
      return email === null ? erased : [...erased, ...(await eraseTicketsOf(trx, email))]
    })
    if (emails) {
      const sent = email === null ? [] : await eraseEmailsTo(store, email)
      await emptyLog(store)
      return deleteMailFiles(mailFolder, [...emails, ...sent])
    }
    await pause(200)
  }
}

/** Searches all emails, without the write lock. Resolves to their ids. */
async function eraseEmailsTo(store: Store, email: string): Promise<string[]> {
  const ids = await listEmailsTo(store.db, email)
  for (let from = 0; from < ids.length; from += maxEmails) {
    const batch = ids.slice(from, from + maxEmails)
    await inTransaction(store, trx => eraseEmails(trx, 'id', batch))
    // Lets other processes take the write lock.
    await pause(20)
  }
  return ids
}
