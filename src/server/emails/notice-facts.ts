import { toMailAddress } from '../../shared/mail-address'
import type { TempleDoubt } from '../../shared/temple-page'
import { isWordless, type Order } from '../db/schema'
import { visitorEmail } from '../html'
import type { LocalTexts } from './format'
import { type Block, details, paragraph } from './layout'
import { mayEmailDonor } from './may-email-donor'

// The facts of an order that the emails to the temple and its page share.

/** Returns whether a browser reported a donation that the provider has not confirmed. */
export function isUnconfirmed({ payment }: Order): boolean {
  return payment === 'claimed'
}

const doubts = ['needsDetails', 'possibleDouble', 'shortened'] as const

/** Lists what the temple has to ask or to check. */
export function listDoubts(order: Order): TempleDoubt[] {
  const found: TempleDoubt[] = doubts.filter(doubt => order[doubt])
  return isWordless(order) ? found.with(0, 'withoutWords') : found
}

export function describeDoubts(order: Order, { marks }: LocalTexts): string[] {
  return listDoubts(order).map(doubt =>
    doubt === 'withoutWords' ? marks.withoutWords(order.code) : marks[doubt],
  )
}

export function formatDonated(order: Order, texts: LocalTexts): string {
  return texts.formatAmount(order.confirmedKopiykas || order.claimedKopiykas)
}

export function emailFact({ email }: Order, { labels, missing }: LocalTexts): [string, string] {
  return [labels.email, visitorEmail(email ?? '') || missing]
}

/**
 * Links to a new email from a person at the temple to the donor, which quotes none of ours. Returns null if
 * the order has no address.
 */
export function writeToDonor({ email, code }: Order, { writeToDonor: label }: LocalTexts) {
  const address = toMailAddress(email ?? '')
  if (address === null) return null
  const [local = '', domain = ''] = address.split('@')
  return { label, href: `mailto:${encodeURIComponent(local)}@${domain}?subject=${code}` }
}

/** Writes the last line of an email about an order. */
export function orderFacts(order: Order, texts: LocalTexts): Block {
  return details(
    [[texts.labels.code, order.code], emailFact(order, texts)],
    writeToDonor(order, texts),
  )
}

/** Says whether the donor expects a photo. Nobody else gets a letter, so there is nothing to say for them. */
export function describeReport(order: Order, { notice: copy }: LocalTexts): Block | false {
  if (order.payment !== 'paid') return false
  return paragraph(mayEmailDonor(order) ? copy.photoPromised : copy.noAddress)
}
