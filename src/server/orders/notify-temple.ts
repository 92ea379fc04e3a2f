import { dayMs, hourMs } from '../../shared/durations'
import type { DigestRules } from '../config/read-config'
import { insertEmails } from '../db/emails'
import {
  countAllWaiting,
  countNotices,
  countToConfirm,
  findOldestDue,
  lockToConfirm,
  lockUntold,
  markToldAlone,
  markToldInSummary,
} from '../db/notices'
import { updateOrder } from '../db/orders'
import { inTransaction, randomId, type Transaction } from '../db/store'
import { noticeEmail } from '../emails/notice-email'
import { paymentConfirmedEmail } from '../emails/payment-emails'
import { summaryEmail } from '../emails/summary-email'
import type { TempleServices } from '../services'
import { addDays, formatTime, startOfDay } from '../time-zone'
import { markPossibleDoubles } from './mark-doubles'

const maxConfirmed = 50

/** A summary counts an order again after this time, ms, and one with a donation then each week. */
const remindAfterMs = 2 * dayMs
/** This is an hour short of a week, so that the summary of the same weekday comes after it. */
const remindAgainAfterMs = 7 * dayMs - hourMs

/**
 * Tells the temple of new orders, and of payments that were confirmed after it had been told of their
 * orders. The first orders of 24 hours get an email each, with their words. Orders with a donation are
 * counted apart, so free orders cannot delay them. For all others, however many strangers send, one summary
 * says how many wait, and the temple's page shows them. The transaction that marks an order as told stores
 * its email, so each order is told by exactly one of these emails.
 */
export async function notifyTemple(services: TempleServices): Promise<void> {
  const { store, emailSettings, now } = services
  await notifyOfConfirmed(services)
  const due = await findOldestDue(store.db, now())
  if (Object.values(due).every(since => since === null)) return
  if (due.paid !== null) await notifyAlone(services, { paid: true })
  if (due.unpaid !== null) await notifyAlone(services, { paid: false })
  const left = await findOldestDue(store.db, now())
  if (isSummaryDue(left, now(), emailSettings.digest))
    await inTransaction(store, async trx => {
      await writeSummary(services, trx)
    })
}

/** Confirms the payments of orders that the temple was told of as not confirmed. */
async function notifyOfConfirmed({ store, emailSettings, now }: TempleServices): Promise<void> {
  while ((await countToConfirm(store.db)) > 0)
    await inTransaction(store, async trx => {
      const orders = await markPossibleDoubles(trx, await lockToConfirm(trx, maxConfirmed))
      const emails = orders.map(order => paymentConfirmedEmail(emailSettings, order))
      await insertEmails(trx, emails, now())
      for (const { id, payment } of orders) await updateOrder(trx, id, { toldPayment: payment })
    })
}

async function notifyAlone(services: TempleServices, { paid }: { paid: boolean }): Promise<void> {
  const { store, emailSettings, now } = services
  const { after } = emailSettings.digest
  // The day also has an end, because a notice keeps the time of a clock that was far ahead.
  const day = { since: now() - dayMs, until: now() + dayMs, paid }
  // The allowance of the day is most often used up, and then no transaction is needed.
  if ((await countNotices(store.db, day)) >= after) return
  await inTransaction(store, async trx => {
    // The lock makes processes count in turn, so that together they write no more than one would.
    const untold = await lockUntold(trx, { paid, limit: after })
    const left = after - (await countNotices(trx, day))
    const orders = await markPossibleDoubles(trx, untold.slice(0, Math.max(0, left)))
    if (orders.length === 0) return
    const emails = orders.map(order => noticeEmail(emailSettings, order))
    await insertEmails(trx, emails, now())
    await markToldAlone(
      trx,
      orders.map(({ id }) => id),
      now() + remindAfterMs,
    )
  })
}

/** A summary is due at a digest time, and within the hour for orders with a donation. */
function isSummaryDue(
  { paid, unpaid, again }: Awaited<ReturnType<typeof findOldestDue>>,
  now: number,
  digest: DigestRules,
): boolean {
  if (paid !== null && now - paid >= hourMs) return true
  return [paid, unpaid, again].some(since => since !== null && hasDigestTime(since, now, digest))
}

/**
 * Marks what waits as told and stores the one email that says how many orders wait. Returns their number.
 * No email is stored if nothing is new or another process was first, unless the old links have ended.
 */
export async function writeSummary(
  { emailSettings, now }: TempleServices,
  trx: Transaction,
  { linksEnded = false } = {},
): Promise<number> {
  const at = now()
  const { timeZone } = emailSettings.digest
  await markPossibleDoubles(trx, await lockUntold(trx, { paid: true }))
  const id = randomId()
  const remindAt = { first: at + remindAfterMs, again: at + remindAgainAfterMs }
  const told = await markToldInSummary(trx, { summaryId: id, now: at, remindAt })
  if (told === 0 && !linksEnded) return 0
  const yesterday = addDays(formatTime(at, timeZone).slice(0, 10), -1)
  const waiting = await countAllWaiting(trx, startOfDay(yesterday, timeZone))
  if (waiting.count > 0)
    await insertEmails(trx, [summaryEmail(emailSettings, { id, at, waiting, linksEnded })], at)
  return waiting.count
}

/** Returns whether a digest time lies between these two (ms), in the temple's time zone. */
export function hasDigestTime(
  since: number,
  now: number,
  { times, timeZone }: Pick<DigestRules, 'times' | 'timeZone'>,
): boolean {
  const [from, to] = [formatTime(since, timeZone), formatTime(now, timeZone)]
  const candidates = [from, to].flatMap(day => times.map(time => `${day.slice(0, 10)} ${time}`))
  return now - since >= dayMs || candidates.some(time => from < time && time <= to)
}
