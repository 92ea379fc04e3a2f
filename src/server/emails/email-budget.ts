import { looksLikeEmail } from '../../shared/plain-text'
import { listUnpaidRecipients } from '../db/emails'
import { type Order, received } from '../db/schema'
import type { Queryable } from '../db/store'
import { setWatermark } from '../db/watermarks'

/** The address is one, and an order that nobody paid for did not come past our page. */
export function canBeWrittenTo({ email, payment, channel }: Order): boolean {
  const isSure = received.includes(payment) || channel !== 'api'
  return looksLikeEmail(email ?? '') && isSure
}

const dayMs = 86_400_000
/** Emails a day about orders that nobody paid for. */
const maxToOneMailbox = 3
const maxToAll = 50

/**
 * Whether another email may go to the donor of this order now. A donation always has its emails;
 * without one, anybody may have typed somebody else's address.
 */
export async function mayWriteMore(trx: Queryable, order: Order, now: number): Promise<boolean> {
  if (received.includes(order.payment) || !order.email) return true
  // Serializes budget checks until commit: this row is written for its lock alone.
  await setWatermark(trx, 'email-budget-lock', 0)
  const recipients = await listUnpaidRecipients(trx, now - dayMs)
  const mailbox = mailboxOf(order.email)
  const toMailbox = recipients.filter(recipient => mailboxOf(recipient) === mailbox)
  return toMailbox.length < maxToOneMailbox && recipients.length < maxToAll
}

/**
 * One spelling for all addresses that may lead to one mailbox: without case, tag and dots. Where dots
 * or tags do mean another mailbox, the two share their three emails, which harms nobody.
 */
function mailboxOf(address: string): string {
  const [name = '', domain] = address.toLowerCase().split('@')
  const [plain = ''] = name.replaceAll('.', '').split('+')
  return `${plain}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}
