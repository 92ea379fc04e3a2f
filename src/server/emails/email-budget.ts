import { domainToASCII } from 'node:url'
import { toMailAddress } from '../../shared/email-address'
import { listUnpaidThanks } from '../db/emails'
import { type Order, received } from '../db/schema'
import type { Queryable } from '../db/store'

/** An unpaid order must have come from our page. */
export function canBeWrittenTo({ email, payment, channel }: Order): boolean {
  const isSure = received.includes(payment) || channel !== 'api'
  return toMailAddress(email ?? '') !== null && isSure
}

const dayMs = 86_400_000
/** Per day, for unpaid orders. */
const maxToOneMailbox = 3
const maxToAll = 50
/** Longer than a transaction and its repeats take. */
const storingMs = 30_000

export type EmailBudget = ReturnType<typeof createEmailBudget>

/**
 * Limits thanks for unpaid orders, whose address may be anybody's. No row is locked: an order would
 * wait for the commits of all others. What this process is storing is counted from memory; several
 * processes may together exceed the budget by what they store at the same moment.
 */
export function createEmailBudget() {
  /** Thanks that were allowed a moment ago, by order: a count in the store may not see them yet. */
  const recent = new Map<string, { recipient: string; at: number }>()

  return {
    async mayThank(trx: Queryable, order: Order, now: number): Promise<boolean> {
      if (received.includes(order.payment) || !order.email) return true
      const stored = await listUnpaidThanks(trx, now - dayMs)
      for (const [id, { at }] of recent) if (Math.abs(now - at) > storingMs) recent.delete(id)
      // From here to the end nothing is awaited, so that no other order takes the same place.
      const byOrder = new Map(stored.map(({ subjectId, recipient }) => [subjectId, recipient]))
      for (const [id, { recipient }] of recent) byOrder.set(id, recipient)
      byOrder.delete(order.id)
      const mailbox = mailboxOf(order.email)
      const toMailbox = [...byOrder.values()].filter(other => mailboxOf(other) === mailbox)
      if (toMailbox.length >= maxToOneMailbox || byOrder.size >= maxToAll) return false
      recent.set(order.id, { recipient: order.email, at: now })
      return true
    },
  }
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
