import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
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

const dayMs = 86_400_000
/** Orders never lit are kept a year longer, counted from when they were placed. */
const neverLitMs = 365 * dayMs
const sentPhotoMs = 7 * dayMs
/** Between batches, so that a process waiting for the write lock gets it. */
const pauseMs = 100
const maxOrders = 50
const maxEmails = 100
const maxTraces = 500
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
  for (;;) {
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
    if (orders.length < maxOrders) break
    await pause(pauseMs)
  }
  await inTransaction(store, async trx => {
    const tickets = await eraseTickets(trx, { closedBefore: before })
    if (tickets.length > 0) await eraseEmails(trx, tickets)
  })
  while (
    await inTransaction(store, async trx => {
      const { replies, hasMore } = await deleteTraces(trx, before, maxTraces)
      if (replies.length > 0) await eraseEmails(trx, replies)
      return hasMore
    })
  )
    await pause(pauseMs)
  while ((await deleteUnneededPhotos(store.db, now - sentPhotoMs, maxPhotos)) === maxPhotos)
    await pause(pauseMs)
  await emptyLog(store.engine, store.db)
  await deleteOldFiles(mailFolder, before)
  await deleteOldFiles(dataDir, before)
  return erased
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
      /\.eml$|^replaced-.*\.db/.test(name) && (await stat(join(folder, name))).mtimeMs < before,
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

/** The provider's time; ours without a provider; null: it has not answered since the start. */
async function readTrustedTime({ now, provider }: Pick<Services, 'now' | 'provider'>) {
  if (!provider) return now()
  const aheadMs = await provider.readClock()
  return aheadMs === null ? null : now() - aheadMs
}

/**
 * What is stored about a person, named by an order's code or by an address (all of its orders,
 * drafts, tickets and emails). `address` is null for a code: only that order is erased.
 */
export async function findForgettable(store: Store, named: string) {
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

/** Waits for a digest in flight: without it, its other orders would be in the next one, too. */
export async function forgetPerson(
  store: Store,
  { orders, drafts, address }: Awaited<ReturnType<typeof findForgettable>>,
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
      // Sent to the temple, and names the payer.
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

/** Searches all emails, without the write lock. Resolves to their ids. */
async function eraseEmailsTo(store: Store, address: string): Promise<string[]> {
  const ids = await listEmailsTo(store.db, address)
  for (let from = 0; from < ids.length; from += maxEmails) {
    const batch = ids.slice(from, from + maxEmails)
    await inTransaction(store, trx => eraseEmailsById(trx, batch))
    // Lets other processes take the write lock.
    await pause(20)
  }
  return ids
}

/** Amounts, times and payments stay; a waiting order is cancelled, an unsent email failed. Resolves to the ids of the emptied emails. */
async function eraseOrders(
  trx: Queryable,
  orders: ErasableOrder[],
  now: number,
): Promise<string[]> {
  if (orders.length === 0) return []
  const ids = orders.map(order => order.id)
  const intents = orders.flatMap(order => order.paymentIntentId ?? [])
  await eraseOrderWords(trx, ids, now)
  await deleteDrafts(trx, intents)
  const notices = orders.flatMap(order => order.noticeId ?? [])
  if (notices.length > 0) await releaseUnnotifiedOrders(trx, notices, now)
  return eraseEmails(trx, [
    ...ids,
    ...notices,
    ...(await listReversalIds(trx, intents)),
    // Its email names the payer.
    ...(await eraseTickets(trx, { paymentIntentIds: intents })),
    ...(await listReplyIds(
      trx,
      orders.map(order => order.code),
    )),
  ])
}
