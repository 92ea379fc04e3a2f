import { setImmediate } from 'node:timers/promises'
import { dayMs, hourMs } from '../../shared/durations'
import { widestNetworkIn } from '../address-hash'
import type { DigestRules } from '../config/read-config'
import { insertEmails } from '../db/emails'
import {
  countNotices,
  countToConfirm,
  deleteNotices,
  deleteRefusedDigest,
  findLongestUnnotified,
  listRefusedDigests,
  listUnnotifiedUnpaid,
  listWaitingNotified,
  lockOrdersOfNotice,
  lockToConfirm,
  lockUnnotified,
  markNotified,
} from '../db/notices'
import { randomCode, updateOrder } from '../db/orders'
import type { Email, Order } from '../db/schema'
import { inTransaction, maxSkewMs, type Transaction } from '../db/store'
import {
  arrangeForReading,
  burstEmail,
  type Digest,
  digestEmail,
  type Section,
} from '../emails/digest'
import { noticeEmail } from '../emails/notice-email'
import { paymentConfirmedEmail } from '../emails/payment-emails'
import type { TempleServices } from '../services'
import { formatTime } from '../time-zone'
import { markPossibleDoubles } from './mark-doubles'

/** Mail programs cut off longer lists. */
export const maxPerDigest = 200
/** As it is sent. Mail servers take 10 MB and more, so no stranger's texts can keep a digest back. */
const maxDigestBytes = 500_000
/** More that wait from earlier days are not named: it is not used to mark candles. */
const maxEarlier = 200
/** More unpaid orders from one network come in digests of their own. */
const maxFromOneNetwork = 20
/** At a time: more would fill the mailbox, and use up what a mail provider lets us send in a day. */
const maxUnpaidEmails = 20
/** In a transaction. */
const maxConfirmed = 50

/**
 * Notifies the temple of payments confirmed since, and of new orders: the first of 24 hours one by one,
 * the others in digests, paid and unpaid ones apart. A notice is stored in the transaction that locks
 * its orders, so each order is in exactly one.
 */
export async function notifyTemple(services: TempleServices): Promise<void> {
  const { store, emailSettings, now } = services
  await notifyOfConfirmed(services)
  for (const code of await listRefusedDigests(store.db)) await takeApart(services, code)
  const { paid: paidSince, unpaid: unpaidSince } = await findLongestUnnotified(store.db)
  // An order that still waits when the time of a digest comes was one too many to go alone.
  const isUnpaidDigestDue =
    unpaidSince !== null && hasDigestTime(unpaidSince, now(), emailSettings.digest)
  if (paidSince !== null) {
    // Paid ones get their digest at the same time, or after an hour. What waits from earlier days is named
    // once: in the unpaid ones' if there is one.
    if (isUnpaidDigestDue || waitedMs(paidSince, now()) >= hourMs)
      await notifyInDigests(services, { paid: true }, { namesEarlier: !isUnpaidDigestDue })
    else await notifyAlone(services, { paid: true })
  }
  if (isUnpaidDigestDue) await notifyOfUnpaid(services)
  else if (unpaidSince !== null) await notifyAlone(services, { paid: false })
}

/** Of orders that the temple was told of as not confirmed. */
async function notifyOfConfirmed({ store, emailSettings, now }: TempleServices): Promise<void> {
  while ((await countToConfirm(store.db)) > 0)
    await inTransaction(store, async trx => {
      const orders = await markPossibleDoubles(trx, await lockToConfirm(trx, maxConfirmed))
      const emails = orders.map(order => paymentConfirmedEmail(emailSettings, order))
      await insertEmails(trx, emails, now())
      for (const { id, payment } of orders) await updateOrder(trx, id, { toldPayment: payment })
    })
}

/** Paid orders have their own limit, so free orders cannot delay them. */
async function notifyAlone(services: TempleServices, { paid }: { paid: boolean }): Promise<void> {
  const { store, emailSettings, now } = services
  // Those of a clock that was far ahead do not count for ever.
  const day = { since: now() - dayMs, until: now() + dayMs, paid }
  // Most often nothing is left, which needs no transaction.
  if ((await countNotices(store.db, day)) >= emailSettings.digest.after) return
  await inTransaction(store, async trx => {
    const limit = emailSettings.digest.after - (await countNotices(trx, day))
    if (limit <= 0) return
    const orders = await lockUnnotified(trx, { paid }, limit)
    for (const order of await markPossibleDoubles(trx, orders))
      await writeNotice(services, trx, order)
  })
}

/** The orders of a network that sent many share no digest with the others, nor with another network's. */
async function notifyOfUnpaid(services: TempleServices): Promise<void> {
  const { db } = services.store
  const { few, bursts } = groupBySender(await listUnnotifiedUnpaid(db))
  let left = maxUnpaidEmails
  for (const [i, ids] of inPages(few).entries())
    left -= await notifyInDigests(
      services,
      { paid: false, ids },
      { namesEarlier: i === 0, max: left },
    )
  for (const ids of bursts) {
    const rest = { isBurst: true, max: left }
    left -=
      ids.length > maxPerDigest
        ? await notifyOfPages(services, ids, rest)
        : await notifyInDigests(services, { paid: false, ids }, rest)
  }
  if (left > 0) return
  const others = await listUnnotifiedUnpaid(db)
  await notifyOfPages(
    services,
    others.map(({ id }) => id),
  )
}

/** `few`: from networks that sent few. Those that sent the most come last. */
function groupBySender(orders: { id: string; addressHash: string }[]) {
  const networks = new Map<string, string[]>()
  for (const { id, addressHash } of orders) {
    // Of an order that a person entered there is none.
    const network = widestNetworkIn(addressHash) || id
    const ids = networks.get(network) ?? []
    networks.set(network, ids)
    ids.push(id)
  }
  const groups = [...networks.values()]
  return {
    few: groups.filter(({ length }) => length <= maxFromOneNetwork).flat(),
    bursts: groups
      .filter(({ length }) => length > maxFromOneNetwork)
      .sort((one, other) => one.length - other.length),
  }
}

const inPages = (ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / maxPerDigest) }, (_, i) =>
    ids.slice(i * maxPerDigest, (i + 1) * maxPerDigest),
  )

/**
 * A digest for each list of a stranger's thousands would fill the mailbox, with a village's orders
 * among them: one email names the pages of all lists. Resolves to how many emails it wrote.
 */
async function notifyOfPages(
  services: TempleServices,
  ids: string[],
  { isBurst = false, max = 1 } = {},
): Promise<number> {
  const { store, emailSettings, now } = services
  const pages = inPages(ids).map(page => ({ code: randomCode(), ids: page }))
  if (max === 0) return 0
  for (const page of pages) {
    const isListed = await inTransaction(store, async trx => {
      const orders = await lockUnnotified(trx, { paid: false, ids: page.ids }, maxPerDigest)
      if (orders.length === 0) return false
      // With the first page: the orders of a page that was not reached come in the next email.
      if (page === pages[0]) {
        const email = burstEmail(emailSettings, { pages, at: now(), isBurst })
        await insertEmails(trx, [email], now())
      }
      await listInDigest(trx, page.code, arrangeForReading(await markPossibleDoubles(trx, orders)))
      return true
    })
    // Another process has notified.
    if (!isListed && page === pages[0]) return 0
    await setImmediate()
  }
  return pages.length > 0 ? 1 : 0
}

/** Marks the orders of its sections as told in this digest. */
function listInDigest(trx: Transaction, code: string, sections: Section[]): Promise<void> {
  const listed = sections.flatMap(section => section.orders)
  return markNotified(trx, code, listed)
}

/**
 * `isBurst`: one network sent them all. `namesEarlier`: the first digest also names what waits from
 * earlier days. Resolves to how many it wrote, `max` at most.
 */
async function notifyInDigests(
  services: TempleServices,
  chosen: Parameters<typeof lockUnnotified>[1],
  { isBurst = false, namesEarlier = false, max = Infinity } = {},
): Promise<number> {
  let earlier = namesEarlier ? await listEarlier(services) : []
  const writeNext = () =>
    inTransaction(services.store, async trx => {
      const orders = await lockUnnotified(trx, chosen, maxPerDigest)
      const marked = await markPossibleDoubles(trx, orders)
      const listed = await writeDigest(services, trx, marked, { isBurst, earlier })
      return { listed, isLast: orders.length < maxPerDigest && listed === orders.length }
    })
  let written = 0
  while (written < max) {
    const { listed, isLast } = await writeNext()
    if (listed > 0) written += 1
    if (isLast) break
    earlier = []
    // Yields to requests between digests.
    await setImmediate()
  }
  return written
}

/** What waits in notices of earlier days, by the temple's clock. */
async function listEarlier({ store, emailSettings, now }: TempleServices): Promise<Order[]> {
  const { timeZone } = emailSettings.digest
  const dayOf = (at: number) => formatTime(at, timeZone).slice(0, 10)
  const orders = await listWaitingNotified(store.db, maxEarlier)
  return orders.filter(({ createdAt }) => dayOf(createdAt) < dayOf(now()))
}

async function writeNotice(
  { emailSettings, now }: TempleServices,
  trx: Transaction,
  order: Order,
): Promise<void> {
  // An order that is told again, or out of a refused digest, may have had one before: there is one per order.
  await deleteNotices(trx, [order.id])
  await insertEmails(trx, [noticeEmail(emailSettings, order)], now())
  await markNotified(trx, order.id, [{ id: order.id, noticeNumber: null }])
}

/** Resolves to how many of the orders fit: the first ones. */
export async function writeDigest(
  services: TempleServices,
  trx: Transaction,
  orders: Order[],
  rest: Pick<Digest, 'isBurst' | 'earlier' | 'isReminder'> = {},
): Promise<number> {
  const { emailSettings, now } = services
  const [order, ...others] = orders
  if (!order) return 0
  if (others.length === 0 && !rest.earlier?.length && !rest.isReminder) {
    await writeNotice(services, trx, order)
    return 1
  }
  const code = randomCode()
  const sections = arrangeForReading(orders)
  const email = digestEmail(emailSettings, { code, sections, at: now(), ...rest })
  if (sizeOf(email) > maxDigestBytes && others.length > 0)
    return writeDigest(services, trx, orders.slice(0, Math.ceil(orders.length / 2)), rest)
  await insertEmails(trx, [email], now())
  await listInDigest(trx, code, sections)
  return orders.length
}

/** About as many bytes as it has when it is sent: as Base64, in lines of 76 characters. */
function sizeOf({ htmlBody, textBody, sheetHtml }: Email): number {
  return Buffer.byteLength(htmlBody + textBody + (sheetHtml ?? '')) * (4 / 3) * (78 / 76)
}

/**
 * Lists the orders of a digest that was refused as a whole in two smaller ones, so that at last only
 * what the mail server refuses stands alone.
 */
async function takeApart(services: TempleServices, code: string): Promise<void> {
  await inTransaction(services.store, async trx => {
    if (!(await deleteRefusedDigest(trx, code))) return
    const listed = await lockOrdersOfNotice(trx, code)
    const orders = listed.filter(order => order.fulfilment !== 'dismissed')
    const half = Math.ceil(orders.length / 2)
    for (const part of [orders.slice(0, half), orders.slice(half)])
      await writeDigest(services, trx, part)
  })
}

/** One from a time to come waits since before the clock was set back: nobody knows how long. */
function waitedMs(since: number, now: number): number {
  return since > now + maxSkewMs ? Infinity : now - since
}

/** Whether one of the times of the day has come between these two (ms), on the temple's clock. */
export function hasDigestTime(
  since: number,
  now: number,
  { times, timeZone }: Pick<DigestRules, 'times' | 'timeZone'>,
): boolean {
  const [from, to] = [formatTime(since, timeZone), formatTime(now, timeZone)]
  const candidates = [from, to].flatMap(day => times.map(time => `${day.slice(0, 10)} ${time}`))
  return waitedMs(since, now) >= dayMs || candidates.some(time => from < time && time <= to)
}
