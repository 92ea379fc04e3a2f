import { dayMs } from '../../shared/durations'
import { toMailAddress } from '../../shared/email-address'
import { widestNetworkIn } from '../address-hash'
import { listUnpaidThanks } from '../db/emails'
import { capturedPayments, type Order } from '../db/schema'
import type { Transaction } from '../db/store'

/** An unpaid order must have come from our page. */
export function mayEmailDonor({ email, payment, channel }: Order): boolean {
  const isSure = capturedPayments.includes(payment) || channel !== 'api'
  return toMailAddress(email ?? '') !== null && isSure
}

/** Per day, for unpaid orders. */
const maxToOneMailbox = 3
/** Not of `openDomains`: one person may get all mail to a domain of his own. */
const maxToOneDomain = 10
const maxToAll = 50
/** The part of what other networks have left that one network may use, so that it never uses up all. */
const networkShare = 1 / 5
/** Longer than a transaction and its repeats take. */
const storingMs = 30_000

export interface EmailBudget {
  /** Takes the thanks of an order from the budget. False: it is used up. `now` in ms. */
  take(trx: Transaction, order: Order, now: number): Promise<boolean>
}

/**
 * Limits thanks for unpaid orders, whose address may be anybody's. No row is locked: an order would
 * wait for the commits of all others. What this process is storing is counted from memory; several
 * processes may together exceed the budget by what they store at the same moment.
 */
export function createEmailBudget(): EmailBudget {
  /** Thanks that were allowed a moment ago, by order: a count in the store may not see them yet. */
  const recent = new Map<string, { thanks: Thanks; at: number }>()

  return {
    async take(trx, order, now) {
      if (capturedPayments.includes(order.payment) || !order.email) return true
      // Those of a clock that was far ahead do not count for ever.
      const day = { since: now - dayMs, until: now + dayMs }
      const stored = await listUnpaidThanks(trx, day)
      for (const [id, { at }] of recent) if (Math.abs(now - at) > storingMs) recent.delete(id)
      // From here to the end nothing is awaited, so that no other order takes the same place.
      const byOrder = new Map<string, Thanks>(
        stored.map(({ subjectId, ...row }) => [subjectId, row]),
      )
      for (const [id, { thanks }] of recent) byOrder.set(id, thanks)
      byOrder.delete(order.id)
      const thanks = { recipient: order.email, addressHash: order.addressHash }
      if (!isWithinBudget(thanks, [...byOrder.values()])) return false
      recent.set(order.id, { thanks, at: now })
      return true
    },
  }
}

interface Thanks {
  recipient: string
  /** Of who placed the order. */
  addressHash: string
}

function isWithinBudget(thanks: Thanks, others: Thanks[]): boolean {
  const countSame = (of: (each: Thanks) => string) =>
    others.filter(other => of(other) === of(thanks)).length
  if (countSame(({ recipient }) => mailboxOf(recipient).mailbox) >= maxToOneMailbox) return false
  const { domain } = mailboxOf(thanks.recipient)
  const isOwn = !openDomains.includes(domain)
  if (isOwn && countSame(({ recipient }) => mailboxOf(recipient).domain) >= maxToOneDomain)
    return false
  const fromNetwork = countSame(({ addressHash }) => widestNetworkIn(addressHash))
  const left = maxToAll - (others.length - fromNetwork)
  return fromNetwork < Math.ceil(left * networkShare)
}

/** Domains of one provider that lead to the same mailboxes, the first for all. */
const sameDomains = [
  ['gmail.com', 'googlemail.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
  ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'narod.ru'],
]

/** Where many people have a mailbox each. */
const openDomains = [
  ...sameDomains.flatMap(([domain = '']) => domain),
  ...[
    'ukr.net',
    'i.ua',
    'meta.ua',
    'email.ua',
    'bigmir.net',
    'mail.ru',
    'bk.ru',
    'inbox.ru',
    'list.ru',
  ],
  ...[
    'outlook.com',
    'hotmail.com',
    'live.com',
    'yahoo.com',
    'aol.com',
    'gmx.de',
    'web.de',
    'wp.pl',
  ],
]

/** Under which a country's registry sells names, as far as they are common among our donors. */
const registries = /^(?:com|net|org|in|pp|co|gov|edu|ac|kiev|kyiv|lviv|if|te|od|dp)\.[a-z]{2}$/

/**
 * What a mail server may deliver to one mailbox counts as one: without case, tag and punctuation. The
 * domain without what is before it (`tag@name.fastmail.com`).
 */
function mailboxOf(address: string): { mailbox: string; domain: string } {
  const [local = '', host = ''] = (toMailAddress(address) ?? address).toLowerCase().split('@')
  const short = host.split('.').slice(-2).join('.')
  // Strangers have theirs next to each other in `com.ua`.
  const domain = registries.test(short) ? host.split('.').slice(-3).join('.') : short
  const known = sameDomains.find(same => same.includes(domain))?.[0] ?? domain
  const [name = ''] = local.split(/[+=]/)
  return { mailbox: `${name.replace(/[^a-z\d]/g, '')}@${known}`, domain: known }
}
