import type { Email, Order, Ticket } from '../db/schema'
import type { EmailSettings } from './email-settings'
import { type LocalTexts, orderFacts } from './format'
import { visitorEmail, visitorText } from './html'
import { facts, goodNews, notice, paragraph, toDonor, toTemple } from './layout'
import { emailFact, formatDonated } from './order-emails'
import { replyAddress } from './reply-address'

export interface Refund {
  id: string
  amountKopiykas: number
  /** Nothing of the donation is left after it. */
  isFull: boolean
}

export type Reversed = Order | Ticket

export const isOrder = (about: Reversed): about is Order => 'code' in about

/** What the emails about a payment name. Only a ticket's own email names the payer. */
function describe(about: Reversed, texts: LocalTexts) {
  if (isOrder(about)) {
    const { code } = about
    return {
      name: texts.candle(code),
      genitive: texts.ofOrder(code),
      donated: formatDonated(about, texts),
      status: paragraph(texts.orderRemains),
      details: facts([...orderFacts(about, texts), emailFact(about, texts)]),
    }
  }
  const { paymentIntentId, amountKopiykas } = about
  const donated = texts.formatAmount(amountKopiykas)
  return {
    name: texts.payment(paymentIntentId),
    genitive: texts.ofPayment(paymentIntentId),
    donated,
    status: paragraph(texts.orderNeverCame),
    details: facts([
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
    const { name, donated, details } = describe(order, texts)
    const replyTo = replyAddress(settings, { kind: 'order', code: order.code })
    const { replyWithPhoto, markByCommand } = texts.notice
    const isWaiting = order.fulfilment === 'waiting'
    return {
      kind: 'temple-payment-confirmed',
      subjectId: order.id,
      replyTo,
      urgent: true,
      subject: own.subject(donated, name),
      heading: own.heading,
      blocks: [
        goodNews(own.body(donated)),
        isWaiting && paragraph(own.advice),
        details,
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
  const { id, isFull, amountKopiykas } = refund
  return toDonor(settings, order, texts => {
    const own = texts.refundToDonor
    const heading = own.heading(isFull)
    return {
      kind: 'donor-refunded',
      subjectId: id,
      subject: `${heading} (${order.code})`,
      heading,
      blocks: [
        paragraph(`${own.body(texts.formatAmount(amountKopiykas))} ${own.when}`),
        !isFull && paragraph(own.rest),
        paragraph(own.questions),
        facts(orderFacts(order, texts)),
      ],
    }
  })
}

function refundToTemple(settings: EmailSettings, about: Reversed, refund: Refund): Email {
  const { id, isFull, amountKopiykas } = refund
  return toTemple(settings, texts => {
    const own = texts.refundToTemple
    const amount = texts.formatAmount(amountKopiykas)
    const { name, genitive, status, details } = describe(about, texts)
    return {
      kind: 'temple-refunded',
      subjectId: id,
      subject: own.subject(amount, name, isFull),
      heading: own.heading(isFull),
      blocks: [paragraph(`${own.body(amount, genitive)} ${own.extent(isFull)}`), status, details],
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
  { id, status, amountKopiykas }: Omit<Refund, 'isFull'> & { status: keyof typeof reversals },
): Email {
  const { kind, key } = reversals[status]
  const isRefund = status === 'failed'
  return toTemple(settings, texts => {
    const own = texts[key]
    const described = describe(about, texts)
    const amount = isRefund ? texts.formatAmount(amountKopiykas) : described.donated
    const body = own.body(amount, described.genitive)
    return {
      kind,
      subjectId: id,
      urgent: isRefund || status === 'open',
      subject: own.subject(described.name, amount),
      heading: own.heading,
      blocks: [
        status === 'won' ? goodNews(body) : notice(body),
        paragraph(own.advice),
        (status === 'lost' || (!isRefund && !isOrder(about))) && described.status,
        described.details,
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
  const isPartReturned = refundedKopiykas > 0
  const isReturned = isPartReturned && refundedKopiykas >= amountKopiykas
  return toTemple(settings, texts => {
    const own = texts.ticket
    const { labels, missing } = texts
    const amount = texts.formatAmount(amountKopiykas)
    const advice = `${own.ask} ${isPartReturned ? own.orReturnRest : own.orReturn}`
    return {
      kind: 'temple-ticket',
      subjectId: ticket.id,
      urgent: !isReturned,
      subject: isReturned ? own.subjectReturned(amount) : own.subject(amount),
      heading: own.heading,
      blocks: [
        notice(own.body),
        isPartReturned &&
          !isReturned &&
          notice(own.partReturned(texts.formatAmount(refundedKopiykas))),
        paragraph(isReturned ? own.returned : advice),
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
