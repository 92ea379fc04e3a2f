import { toMailAddress } from '../../shared/email-address'
import { isWordless, type Order } from '../db/schema'
import { visitorEmail } from '../html'
import type { LocalTexts } from './format'
import { type Block, link } from './layout'

// What emails to the temple and its page say of an order.

/** The browser reported a donation that the provider has not confirmed. */
export function isUnconfirmed({ payment }: Order): boolean {
  return payment === 'claimed'
}

/** What the temple has to ask or to check. */
export function listDoubts(order: Order, { marks }: LocalTexts): string[] {
  const { needsDetails, possibleDouble, shortened } = order
  const details = isWordless(order) ? marks.withoutWords(order.code) : marks.needsDetails
  return [
    needsDetails && details,
    possibleDouble && marks.possibleDouble,
    shortened && marks.shortened,
  ].filter(doubt => doubt !== false)
}

export function formatDonated(order: Order, texts: LocalTexts): string {
  return texts.formatAmount(order.confirmedKopiykas || order.claimedKopiykas)
}

export function emailFact({ email }: Order, { labels, missing }: LocalTexts): [string, string] {
  return [labels.email, visitorEmail(email ?? '') || missing]
}

/** For a mail that a person at the temple writes; it quotes nothing of ours. */
export function writeToDonor(
  { email, code }: Order,
  { writeToDonor: label }: LocalTexts,
): Block | false {
  const address = toMailAddress(email ?? '')
  if (address === null) return false
  const [local = '', domain = ''] = address.split('@')
  return link(label, `mailto:${encodeURIComponent(local)}@${domain}?subject=${code}`)
}
