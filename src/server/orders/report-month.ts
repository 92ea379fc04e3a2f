import { listPayments } from '../db/donations'
import { findEmail, insertEmails } from '../db/emails'
import { findFirstOrderTime, sumOrders } from '../db/orders'
import { inTransaction } from '../db/store'
import { monthEmail, monthSubject } from '../emails/month-email'
import type { Services } from '../services'
import { addMonths, formatTime, startOfDay } from '../time-zone'

/** Writes to the bookkeeper about the month before this one, once, if there were orders by then. */
export async function reportMonth({
  store,
  emailSettings,
  now,
}: Pick<Services, 'store' | 'emailSettings' | 'now'>): Promise<void> {
  const { db } = store
  const { bookkeeperEmail, digest } = emailSettings
  if (bookkeeperEmail === null) return
  const { timeZone } = digest
  const thisMonth = formatTime(now(), timeZone).slice(0, 7)
  const month = addMonths(thisMonth, -1)
  const since = startOfDay(`${month}-01`, timeZone)
  const until = startOfDay(`${thisMonth}-01`, timeZone)
  if (await findEmail(db, monthSubject(month), 'bookkeeper-month')) return
  const firstAt = await findFirstOrderTime(db)
  if (firstAt === null || firstAt >= until) return
  const sums = await sumOrders(db, since, until)
  const payments = await listPayments(db, { since, until })
  const email = monthEmail(emailSettings, bookkeeperEmail, { month, ...sums, payments })
  await inTransaction(store, trx => insertEmails(trx, [email], now()))
}
