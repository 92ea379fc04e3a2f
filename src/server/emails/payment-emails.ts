import type { Email, Order, Ticket } from '../db/schema'
import { type LocalTexts, orderFacts } from './format'
import { visitorEmail, visitorText } from './html'
import { type EmailSettings, facts, goodNews, notice, paragraph, toDonor, toTemple } from './layout'
import { emailFact, formatDonated } from './order-emails'
import { replyAddress } from './reply-address'

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

const reversals = {
  part: { kind: 'temple-refunded', block: paragraph },
  whole: { kind: 'temple-refunded', block: paragraph },
  failed: { kind: 'temple-refund-failed', block: notice, urgent: true },
  open: { kind: 'temple-disputed', block: notice, urgent: true },
  won: { kind: 'temple-dispute-won', block: goodNews },
  lost: { kind: 'temple-dispute-lost', block: notice },
} as const

/** A refund in part or whole, one that failed, or the state of a dispute. */
export interface ReversalNews {
  id: string
  news: keyof typeof reversals
  amountKopiykas: number
}

/** To the temple, and about a refund to the donor, too. */
export function reversalEmails(
  settings: EmailSettings,
  about: Reversed,
  reversal: ReversalNews,
): Email[] {
  const { id, news, amountKopiykas } = reversal
  const isRefund = news === 'part' || news === 'whole'
  const isDispute = !isRefund && news !== 'failed'
  const { block, ...how } = reversals[news]
  const toOwner = isRefund && isOrder(about) ? refundToDonor(settings, about, reversal) : []
  const notification = toTemple(settings, texts => {
    const own = texts.reversals[news]
    const { name, genitive, donated, status, details } = describe(about, texts)
    const amount = isDispute ? donated : texts.formatAmount(amountKopiykas)
    const showsStatus = isRefund || news === 'lost' || (isDispute && !isOrder(about))
    return {
      ...how,
      subjectId: id,
      subject: own.subject(name, amount),
      heading: own.heading,
      blocks: [
        block(own.body(amount, genitive)),
        paragraph(own.advice),
        showsStatus && status,
        details,
      ],
    }
  })
  return [...toOwner, notification]
}

function refundToDonor(
  settings: EmailSettings,
  order: Order,
  { id, news, amountKopiykas }: ReversalNews,
): Email[] {
  return toDonor(settings, order, texts => {
    const own = texts.refundToDonor
    const heading = own.heading(news === 'whole')
    return {
      kind: 'donor-refunded',
      subjectId: id,
      subject: `${heading} (${order.code})`,
      heading,
      blocks: [
        paragraph(`${own.body(texts.formatAmount(amountKopiykas))} ${own.when}`),
        news === 'part' && paragraph(own.rest),
        paragraph(own.questions),
        facts(orderFacts(order, texts)),
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
