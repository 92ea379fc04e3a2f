import { setImmediate } from 'node:timers/promises'
import type { DigestRules } from '../config/read-config'
import { countNotices, insertEmails } from '../db/emails'
import {
  findLongestUnnotified,
  listBurstSenders,
  lockUnnotified,
  markListed,
  randomCode,
  updateOrder,
} from '../db/orders'
import type { Order } from '../db/schema'
import { inTransaction, type Queryable } from '../db/store'
import { arrangeForReading, digestEmail } from '../emails/digest'
import { noticeEmail } from '../emails/order-emails'
import type { Services } from '../services'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Mail programs cut off longer lists. */
const maxPerDigest = 200
/** More unpaid orders from one address come in a separate digest. */
const maxFromOneSender = 20

type Notifying = Pick<Services, 'store' | 'emailSettings' | 'now'>

/**
 * Notifies the temple of new orders: the first of a day one by one, the others in a digest. A notice
 * is stored in the transaction that locks its orders, so each order is in exactly one.
 */
export async function notifyTemple(services: Notifying): Promise<void> {
  const { db } = services.store
  const waiting = await findLongestUnnotified(db)
  if (!isDigestDue(waiting, services)) {
    if (waiting.paid !== null) await notifyAlone(services, true)
    if (waiting.unpaid !== null) await notifyAlone(services, false)
    return
  }
  const senders = await listBurstSenders(db, maxFromOneSender)
  // Yields to requests between digests.
  for (const isBurst of senders.length > 0 ? [false, true] : [false])
    while (await notifyInDigest(services, { senders, isBurst })) await setImmediate()
}

/** Paid orders have their own limit, so free orders cannot delay them. */
async function notifyAlone(services: Notifying, paid: boolean): Promise<void> {
  const { store, emailSettings, now } = services
  const day = { since: now() - dayMs, urgent: paid }
  if ((await countNotices(store.db, day)) >= emailSettings.digest.after) return
  await inTransaction(store, async trx => {
    const limit = emailSettings.digest.after - (await countNotices(trx, day))
    if (limit <= 0) return
    for (const order of await lockUnnotified(trx, { paid, limit }))
      await writeNotice(services, trx, order)
  })
}

async function writeNotice(
  { emailSettings, now }: Notifying,
  trx: Queryable,
  order: Order,
): Promise<void> {
  await insertEmails(trx, [noticeEmail(emailSettings, order)], now())
  await updateOrder(trx, order.id, { noticeDueAt: null, noticeId: order.id })
}

/** Of the bursts of `senders`, or of all other orders. Resolves to whether there may be more. */
async function notifyInDigest(
  services: Notifying,
  { senders, isBurst }: { senders: string[]; isBurst: boolean },
): Promise<boolean> {
  const { store, emailSettings, now } = services
  return inTransaction(store, async trx => {
    const orders = await lockUnnotified(trx, { limit: maxPerDigest, senders, isBurst })
    const [order, ...others] = orders
    if (!order) return false
    if (others.length === 0) {
      await writeNotice(services, trx, order)
      return false
    }
    const code = randomCode()
    const sections = arrangeForReading(orders)
    const email = digestEmail(emailSettings, { code, sections, at: now(), isBurst })
    await insertEmails(trx, [email], now())
    await markListed(
      trx,
      code,
      sections.flatMap(section => section.orders),
    )
    return orders.length === maxPerDigest
  })
}

/** Paid orders wait an hour at most, others until the next time of the day. */
function isDigestDue(
  { paid, unpaid }: Awaited<ReturnType<typeof findLongestUnnotified>>,
  { emailSettings, now }: Notifying,
): boolean {
  if (paid !== null && now() >= paid + hourMs) return true
  return unpaid !== null && hasDigestTime(unpaid, now(), emailSettings.digest)
}

/** Whether one of the times of the day has come between these two (ms), on the temple's clock. */
export function hasDigestTime(
  since: number,
  now: number,
  { times, timeZone }: Pick<DigestRules, 'times' | 'timeZone'>,
): boolean {
  // Swedish writes a time as ISO 8601 does.
  const write = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone }).slice(0, 16)
  const [from, to] = [write(since), write(now)]
  const candidates = [from, to].flatMap(day => times.map(time => `${day.slice(0, 10)} ${time}`))
  return now - since >= dayMs || candidates.some(time => from < time && time <= to)
}
