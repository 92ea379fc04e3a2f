import { hourMs } from '../../shared/durations'
import { findEmail, insertEmails } from '../db/emails'
import { findFirstOrderTime } from '../db/orders'
import { inTransaction } from '../db/store'
import { monthEmail, monthSubject } from '../emails/month-email'
import type { Services } from '../services'
import { addMonths, formatTime, startOfDay } from '../time-zone'
import { listBalance, sumBalance } from './list-balance'

/** The provider may enter a payment into its balance some hours late. */
const entersWithinMs = 6 * hourMs

/**
 * Writes to the bookkeeper about the month before this one, once, if there were orders by then. Throws
 * if the provider does not answer: it is tried again.
 */
export async function notifyBookkeeper({
  store,
  provider,
  emailSettings,
  now,
}: Pick<Services, 'store' | 'provider' | 'emailSettings' | 'now'>): Promise<void> {
  const { db } = store
  const { bookkeeperEmail, digest } = emailSettings
  if (bookkeeperEmail === null || !provider) return
  const { timeZone } = digest
  const thisMonth = formatTime(now(), timeZone).slice(0, 7)
  const month = addMonths(thisMonth, -1)
  const since = startOfDay(`${month}-01`, timeZone)
  const until = startOfDay(`${thisMonth}-01`, timeZone)
  if (now() < until + entersWithinMs) return
  if (await findEmail(db, monthSubject(month), 'bookkeeper-month')) return
  const firstAt = await findFirstOrderTime(db)
  if (firstAt === null || firstAt >= until) return
  const entries = await listBalance(db, provider, { since, until })
  const sums = sumBalance(entries)
  const email = monthEmail(emailSettings, bookkeeperEmail, { month, ...sums, entries })
  await inTransaction(store, trx => insertEmails(trx, [email], now()))
}
