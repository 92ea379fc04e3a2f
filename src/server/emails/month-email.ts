import type { Email } from '../db/schema'
import type { LocalTexts } from './format'
import { type EmailSettings, facts, list, paragraph, toTemple } from './layout'

/** One change of the provider's balance, as orders/list-balance.ts lists them. */
interface Entry {
  at: number
  category: string
  paymentIntentId: string
  /** Negative: it went back. */
  amountKopiykas: number
  currency: string
  fee: number
  code: string | null
}

export interface Month {
  /** Such as `2026-11`. */
  month: string
  donations: number
  receivedKopiykas: number
  returnedKopiykas: number
  balances: { currency: string; fees: number; net: number }[]
  entries: Entry[]
}

/** Mail programs cut off longer lists. */
const maxListed = 300

export function monthSubject(month: string): string {
  return `month ${month}`
}

/** What a month added to the provider's balance and took from it. It names nobody. */
export function monthEmail(settings: EmailSettings, recipient: string, sums: Month): Email {
  return toTemple(settings, texts => {
    const copy = texts.bookkeeping
    const heading = copy.heading(sums.month)
    const listed = sums.entries.slice(0, maxListed)
    const lines = listed.map((entry, i) => ({
      label: String(i + 1),
      name: entry.paymentIntentId,
      details: describe(entry, texts),
    }))
    return {
      kind: 'bookkeeper-month',
      subjectId: monthSubject(sums.month),
      recipient,
      subject: `${heading}: ${texts.formatAmount(sums.receivedKopiykas)}`,
      heading,
      blocks: [
        facts([
          [copy.donations, String(sums.donations)],
          [copy.received, texts.formatAmount(sums.receivedKopiykas)],
          [copy.returned, texts.formatAmount(sums.returnedKopiykas)],
          ...sums.balances.flatMap(({ currency, fees, net }): [string, string][] => [
            [copy.fees, texts.formatMoney(fees, currency)],
            [copy.net, texts.formatMoney(net, currency)],
          ]),
        ]),
        lines.length > 0 && list(copy.entries, lines),
        lines.length < sums.entries.length && paragraph(copy.cut(maxListed)),
        paragraph(sums.entries.length === 0 ? copy.none : copy.note),
      ],
    }
  })
}

function describe(entry: Entry, texts: LocalTexts): string {
  const { at, category, amountKopiykas, fee, currency, code } = entry
  const copy = texts.bookkeeping
  const known: Record<string, string> = copy.categories
  return [
    texts.formatTime(at),
    category !== 'charge' && (known[category] ?? category),
    texts.formatAmount(amountKopiykas),
    fee !== 0 && `${copy.fee} ${texts.formatMoney(fee, currency)}`,
    code ?? copy.withoutOrder,
  ]
    .filter(Boolean)
    .join(', ')
}
