import { looksLikeEmail } from '../../shared/email-pattern'
import { countUnpaidEmails } from '../db/emails'
import { type Order, received } from '../db/schema'
import type { Queryable } from '../db/store'
import { countWatermark } from '../db/watermarks'

/**
 * Whether emails go to the donor: the address is one, and it is not the word of a program alone
 * that neither paid nor came by our page.
 */
export function canBeWrittenTo({ email, payment, channel }: Order): boolean {
  const isSure = received.includes(payment) || channel !== 'api'
  return looksLikeEmail(email ?? '') && isSure
}

const dayMs = 86_400_000
/** Emails within a day about orders that nobody paid for. */
const mostToOneAddress = 3
const mostToAll = 50

/**
 * Whether another email may go to the donor of this order now. A donation always has its emails;
 * without one, an address is the word of whoever sent the order, who may be after somebody else.
 */
export async function mayWriteMore(trx: Queryable, order: Order, now: number): Promise<boolean> {
  if (received.includes(order.payment) || !order.email) return true
  if (!(await isWithinBudget(trx, order.email, now))) return false
  // Whoever counts holds this row until its email is there for the next one to count.
  await countWatermark(trx, 'unpaid-emails')
  return isWithinBudget(trx, order.email, now)
}

async function isWithinBudget(trx: Queryable, address: string, now: number): Promise<boolean> {
  const counts = await countUnpaidEmails(trx, address, now - dayMs)
  return counts.toAddress < mostToOneAddress && counts.toAll < mostToAll
}
