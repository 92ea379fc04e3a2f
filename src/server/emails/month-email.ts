import type { listPayments } from '../db/donations'
import type { Email } from '../db/schema'
import type { LocalTexts } from './format'
import { type EmailSettings, facts, list, paragraph, toTemple } from './layout'

type Payment = Awaited<ReturnType<typeof listPayments>>[number]

export interface Month {
  /** Such as `2026-11`. */
  month: string
  /** With the sums of `svichka orders --totals`. */
  donations: number
  receivedKopiykas: number
  returnedKopiykas: number
  payments: Payment[]
}

/** Mail programs cut off longer lists. */
const maxListed = 300

export function monthSubject(month: string): string {
  return `month ${month}`
}

/** The donations of a month, by their ids at the provider. It names nobody. */
export function monthEmail(settings: EmailSettings, recipient: string, sums: Month): Email {
  return toTemple(settings, texts => {
    const own = texts.bookkeeping
    const heading = own.heading(sums.month)
    const listed = sums.payments.slice(0, maxListed)
    const lines = listed.map((payment, i) => ({
      label: String(i + 1),
      name: payment.paymentIntentId,
      details: describe(payment, texts),
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
          [own.refunded, texts.formatAmount(sums.returnedKopiykas)],
        ]),
        lines.length > 0 && list(own.payments, lines),
        lines.length < sums.payments.length && paragraph(own.cut(maxListed)),
        paragraph(sums.donations === 0 ? own.none : own.note),
      ],
    }
  })
}

function describe(payment: Payment, texts: LocalTexts): string {
  const { succeededAt, receivedKopiykas, refundedKopiykas, disputed, code } = payment
  const own = texts.bookkeeping
  return [
    texts.formatTime(succeededAt),
    texts.formatAmount(receivedKopiykas),
    refundedKopiykas > 0 && `${own.refundedPart} ${texts.formatAmount(refundedKopiykas)}`,
    disputed && own.disputed,
    code ?? own.withoutOrder,
  ]
    .filter(Boolean)
    .join(', ')
}
