import type { Email, Order, Ticket } from '../db/schema'
import type { EmailSettings } from './email-settings'
import { type LocalTexts, orderFacts } from './format'
import { visitorEmail, visitorText } from './html'
import { facts, goodNews, notice, paragraph, toDonor, toTemple } from './layout'
import { emailFact, formatDonated } from './order-emails'
import { replyAddress } from './reply-address'

/** One refund. `whole`: nothing of the donation is left after it. */
export interface Refund {
  id: string
  amountKopiykas: number
  whole: boolean
}

export type Reversed = Order | Ticket

export const isOrder = (about: Reversed): about is Order => 'code' in about

/** Only the ticket's own email names the payer. */
function describe(about: Reversed, texts: LocalTexts) {
  if (isOrder(about)) {
    const known = facts([...orderFacts(about, texts), emailFact(about, texts)])
    const { code } = about
    return {
      what: texts.candle(code),
      of: texts.ofOrder(code),
      donated: formatDonated(about, texts),
      after: paragraph(texts.orderRemains),
      known,
    }
  }
  const { paymentIntentId, amountKopiykas } = about
  const donated = texts.formatAmount(amountKopiykas)
  return {
    what: texts.payment(paymentIntentId),
    of: texts.ofPayment(paymentIntentId),
    donated,
    after: paragraph(texts.orderNeverCame),
    known: facts([
      [texts.labels.amount, donated],
      [texts.labels.paidAt, texts.formatTime(about.paidAt)],
      [texts.labels.payment, paymentIntentId],
    ]),
  }
}

/** After a notice that the payment is not confirmed. */
export function paymentConfirmedEmail(settings: EmailSettings, order: Order): Email {
  return toTemple(settings, texts => {
    const own = texts.paymentConfirmed
    const { what, donated, known } = describe(order, texts)
    const replyTo = replyAddress(settings, { kind: 'order', code: order.code })
    const { replyWithPhoto, markByCommand } = texts.notice
    const isWaiting = order.fulfilment === 'waiting'
    return {
      kind: 'temple-payment-confirmed',
      subjectId: order.id,
      replyTo,
      urgent: true,
      subject: own.subject(donated, what),
      heading: own.heading,
      blocks: [
        goodNews(own.body(donated)),
        isWaiting && paragraph(own.advice),
        known,
        isWaiting && paragraph(replyTo === null ? markByCommand(order.code) : replyWithPhoto),
      ],
    }
  })
}

/** To the donor, if known, and to the temple. */
export function refundEmails(settings: EmailSettings, about: Reversed, refund: Refund): Email[] {
  const toOwner = isOrder(about) ? refundToDonor(settings, about, refund) : []
  return [...toOwner, refundToTemple(settings, about, refund)]
}

function refundToDonor(settings: EmailSettings, order: Order, refund: Refund): Email[] {
  const { id, whole, amountKopiykas } = refund
  return toDonor(settings, order, texts => {
    const own = texts.refundToDonor
    const heading = own.heading(whole)
    return {
      kind: 'donor-refunded',
      subjectId: id,
      subject: `${heading} (${order.code})`,
      heading,
      blocks: [
        paragraph(`${own.body(texts.formatAmount(amountKopiykas))} ${own.when}`),
        !whole && paragraph(own.rest),
        paragraph(own.questions),
        facts(orderFacts(order, texts)),
      ],
    }
  })
}

function refundToTemple(settings: EmailSettings, about: Reversed, refund: Refund): Email {
  const { id, whole, amountKopiykas } = refund
  return toTemple(settings, texts => {
    const own = texts.refundToTemple
    const amount = texts.formatAmount(amountKopiykas)
    const { what, of, after, known } = describe(about, texts)
    return {
      kind: 'temple-refunded',
      subjectId: id,
      subject: own.subject(amount, what, whole),
      heading: own.heading(whole),
      blocks: [paragraph(`${own.body(amount, of)} ${own.extent(whole)}`), after, known],
    }
  })
}

const reversals = {
  failed: { kind: 'temple-refund-failed', key: 'refundFailed' },
  open: { kind: 'temple-disputed', key: 'disputed' },
  won: { kind: 'temple-dispute-won', key: 'disputeWon' },
  lost: { kind: 'temple-dispute-lost', key: 'disputeLost' },
} as const

/** Only the temple is notified of a failed refund, or of a dispute that was opened or decided. */
export function reversalEmail(
  settings: EmailSettings,
  about: Reversed,
  { id, status, amountKopiykas }: Omit<Refund, 'whole'> & { status: keyof typeof reversals },
): Email {
  const { kind, key } = reversals[status]
  const isRefund = status === 'failed'
  return toTemple(settings, texts => {
    const own = texts[key]
    const { what, of, donated, after, known } = describe(about, texts)
    const amount = isRefund ? texts.formatAmount(amountKopiykas) : donated
    const body = own.body(amount, of)
    return {
      kind,
      subjectId: id,
      urgent: isRefund || status === 'open',
      subject: own.subject(what, amount),
      heading: own.heading,
      blocks: [
        status === 'won' ? goodNews(body) : notice(body),
        paragraph(own.advice),
        (status === 'lost' || (!isRefund && !isOrder(about))) && after,
        known,
      ],
    }
  })
}

/** With the payer's name, which is not stored. */
export interface NamedTicket extends Ticket {
  billingName: string | null
}

export function ticketEmail(settings: EmailSettings, ticket: NamedTicket): Email {
  const { amountKopiykas, refundedKopiykas, cardLast4 } = ticket
  const partReturned = refundedKopiykas > 0
  const returned = partReturned && refundedKopiykas >= amountKopiykas
  return toTemple(settings, texts => {
    const own = texts.ticket
    const { labels, missing } = texts
    const amount = texts.formatAmount(amountKopiykas)
    const advice = `${own.ask} ${partReturned ? own.orReturnRest : own.orReturn}`
    return {
      kind: 'temple-ticket',
      subjectId: ticket.id,
      urgent: !returned,
      subject: returned ? own.subjectReturned(amount) : own.subject(amount),
      heading: own.heading,
      blocks: [
        notice(own.body),
        partReturned && !returned && notice(own.partReturned(texts.formatAmount(refundedKopiykas))),
        paragraph(returned ? own.returned : advice),
        facts([
          [labels.amount, amount],
          [labels.paidAt, texts.formatTime(ticket.paidAt)],
          [labels.card, cardLast4 ? `•••• ${cardLast4}` : missing],
          [labels.payerName, visitorText(ticket.billingName ?? '') || missing],
          [labels.payerEmail, visitorEmail(ticket.billingEmail ?? '') || missing],
          [labels.payment, ticket.paymentIntentId],
        ]),
      ],
    }
  })
}
