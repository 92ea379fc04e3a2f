import { domainToASCII } from 'node:url'
import { toMailAddress } from '../../shared/email-address'
import { listUnpaidRecipients } from '../db/emails'
import { type Order, received } from '../db/schema'
import type { Queryable } from '../db/store'
import { setWatermark } from '../db/watermarks'

/** An unpaid order must have come from our page. */
export function canBeWrittenTo({ email, payment, channel }: Order): boolean {
  const isSure = received.includes(payment) || channel !== 'api'
  return toMailAddress(email ?? '') !== null && isSure
}

const dayMs = 86_400_000
/** Per day, for unpaid orders. */
const maxToOneMailbox = 3
const maxToAll = 50

/** Limits thanks for unpaid orders, whose address may be anybody's. */
export async function mayThank(trx: Queryable, order: Order, now: number): Promise<boolean> {
  if (received.includes(order.payment) || !order.email) return true
  // Serializes budget checks until commit: this row is written for its lock alone.
  await setWatermark(trx, 'email-budget-lock', 0)
  const recipients = await listUnpaidRecipients(trx, now - dayMs)
  const mailbox = mailboxOf(order.email)
  const toMailbox = recipients.filter(recipient => mailboxOf(recipient) === mailbox)
  return toMailbox.length < maxToOneMailbox && recipients.length < maxToAll
}

/** Without case, tag, punctuation and other spellings of the domain, which may all lead to one mailbox. */
function mailboxOf(address: string): string {
  const [name = '', domain = ''] = address.toLowerCase().split('@')
  const [plain = ''] = name.split('+')
  // As the mailer writes it.
  const host = domainToASCII(domain.replace(/[<>]|\.$/g, ''))
  const mailbox = plain.replace(/[^\p{L}\p{N}]/gu, '')
  return `${mailbox}@${host === 'googlemail.com' ? 'gmail.com' : host}`
}
