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
    const own = texts.bookkeeping
    const heading = own.heading(sums.month)
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
          [own.donations, String(sums.donations)],
          [own.received, texts.formatAmount(sums.receivedKopiykas)],
          [own.returned, texts.formatAmount(sums.returnedKopiykas)],
          ...sums.balances.flatMap(({ currency, fees, net }): [string, string][] => [
            [own.fees, texts.formatMoney(fees, currency)],
            [own.net, texts.formatMoney(net, currency)],
          ]),
        ]),
        lines.length > 0 && list(own.entries, lines),
        lines.length < sums.entries.length && paragraph(own.cut(maxListed)),
        paragraph(sums.entries.length === 0 ? own.none : own.note),
      ],
    }
  })
}

function describe(entry: Entry, texts: LocalTexts): string {
  const { at, category, amountKopiykas, fee, currency, code } = entry
  const own = texts.bookkeeping
  const known: Record<string, string> = own.categories
  return [
    texts.formatTime(at),
    category !== 'charge' && (known[category] ?? category),
    texts.formatAmount(amountKopiykas),
    fee !== 0 && `${own.fee} ${texts.formatMoney(fee, currency)}`,
    code ?? own.withoutOrder,
  ]
    .filter(Boolean)
    .join(', ')
}
