import type { DigestRules } from '../config/read-config'
import { countEmails, insertEmails } from '../db/emails'
import { findLongestUnnotified, lockUnnotified, updateOrder } from '../db/orders'
import { randomCode } from '../db/random'
import type { Order } from '../db/schema'
import { inTransaction, type Queryable } from '../db/store'
import { arrangeForReading, digestEmail } from '../emails/digest'
import { noticeEmail } from '../emails/order-emails'
import type { Services } from '../services'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A longer list would be cut off by mail programs. */
const mostPerDigest = 200

type Telling = Pick<Services, 'store' | 'emailSettings' | 'mailDomain' | 'now'>

/**
 * Tells the temple of the orders that it has not heard of: the first of a day alone and at once,
 * more of them in a digest. Notice and order are written in one transaction that holds the order's
 * row, so that each order stands in exactly one notice, whoever else tells or crashes meanwhile.
 * Called every second; several processes may do so at once.
 */
export async function notifyTemple(services: Telling): Promise<void> {
  const untold = await findLongestUnnotified(services.store.db)
  if (services.now() >= findDigestTime(untold, services)) {
    while (await tellInDigest(services)) {}
    return
  }
  if (untold.paid !== null) await tellAlone(services, true)
  if (untold.unpaid !== null) await tellAlone(services, false)
}

/** Donations have an allowance of their own: nobody can delay them with orders that cost nothing. */
async function tellAlone(services: Telling, paid: boolean): Promise<void> {
  const { store, emailSettings, now } = services
  const day = { kinds: ['temple-notice' as const], since: now() - dayMs, urgent: paid }
  if ((await countEmails(store.db, day)) >= emailSettings.digest.after) return
  await inTransaction(store, async trx => {
    const limit = emailSettings.digest.after - (await countEmails(trx, day))
    if (limit <= 0) return
    for (const order of await lockUnnotified(trx, { paid, limit }))
      await writeNotice(services, trx, order)
  })
}

async function writeNotice(
  { emailSettings, mailDomain, now }: Telling,
  trx: Queryable,
  order: Order,
): Promise<void> {
  await insertEmails(trx, [noticeEmail(emailSettings, order)], now(), mailDomain)
  await updateOrder(trx, order.id, { noticeDueAt: null, noticeId: order.id })
}

/** Resolves to whether there may be more. */
async function tellInDigest(services: Telling): Promise<boolean> {
  const { store, emailSettings, mailDomain, now } = services
  return inTransaction(store, async trx => {
    const orders = await lockUnnotified(trx, { limit: mostPerDigest })
    const [order, ...others] = orders
    if (!order) return false
    if (others.length === 0) {
      await writeNotice(services, trx, order)
      return false
    }
    const code = randomCode()
    const sections = arrangeForReading(orders)
    const email = digestEmail(emailSettings, { code, sections, at: now() })
    await insertEmails(trx, [email], now(), mailDomain)
    for (const { id, noticeNumber } of sections.flatMap(section => section.orders))
      await updateOrder(trx, id, { noticeDueAt: null, noticeId: code, noticeNumber })
    return orders.length === mostPerDigest
  })
}

type Untold = Awaited<ReturnType<typeof findLongestUnnotified>>

/** When the orders that wait are told at the latest (ms): those with a donation within an hour. */
function findDigestTime({ paid, unpaid }: Untold, { emailSettings }: Telling): number {
  return Math.min(
    paid === null ? Number.POSITIVE_INFINITY : paid + hourMs,
    unpaid === null ? Number.POSITIVE_INFINITY : findNextTime(unpaid, emailSettings.digest),
  )
}

/** The first of the times of day after this moment (ms), as clocks in the temple show them. */
export function findNextTime(
  after: number,
  { times, timeZone }: Pick<DigestRules, 'times' | 'timeZone'>,
): number {
  const midnight = Math.floor((after + offsetOf(after, timeZone)) / dayMs) * dayMs
  const candidates = [0, 1, 2].flatMap(days =>
    times.map(minutes => {
      const wall = midnight + days * dayMs + minutes * 60_000
      // The offset at the time itself, which may be another than now: clocks are changed at night.
      return wall - offsetOf(wall - offsetOf(after, timeZone), timeZone)
    }),
  )
  return Math.min(...candidates.filter(at => at > after))
}

/** How far a zone's clocks are ahead of UTC at that time, ms. */
function offsetOf(at: number, timeZone: string): number {
  // Swedish writes a time as ISO 8601 does.
  const wall = new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
  return Date.parse(`${wall}Z`) - Math.floor(at / 1000) * 1000
}
