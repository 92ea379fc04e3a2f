import type { Donation, Email, Order, Ticket } from '../db/schema'
import { visitorEmail, visitorText } from '../html'
import { type LocalTexts, orderFacts } from './format'
import {
  type Block,
  button,
  callout,
  type EmailSettings,
  facts,
  goodNews,
  paragraph,
  templeButton,
  toDonor,
  toTemple,
} from './layout'
import { emailFact, formatDonated, listDoubts, noticeOf } from './notice-facts'

export type Reversed = Order | Ticket

export const isOrder = (about: Reversed): about is Order => 'code' in about

/** What the emails about a payment name. Only a ticket's own email names the payer. */
function describe(about: Reversed, texts: LocalTexts) {
  if (isOrder(about))
    return {
      name: about.code,
      donated: formatDonated(about, texts),
      details: facts([...orderFacts(about, texts), emailFact(about, texts)]),
    }
  const { paymentIntentId, amountKopiykas, paidAt } = about
  const donated = texts.formatAmount(amountKopiykas)
  return {
    name: paymentIntentId,
    donated,
    details: facts([
      [texts.labels.amount, donated],
      [texts.labels.paidAt, texts.formatTime(paidAt)],
      [texts.labels.payment, paymentIntentId],
    ]),
  }
}

/** What becomes of the candle, by whether the church keeps money for it; nothing of a dismissed order. */
function describeOrder(order: Order, texts: LocalTexts, isMoneyKept: boolean): Block | false {
  if (order.fulfilment === 'dismissed') return false
  if (order.fulfilment === 'lit') return paragraph(texts.orderLit)
  if (!isMoneyKept) return paragraph(texts.orderRemains)
  return !order.needsDetails && paragraph(texts.orderWaits)
}

/** After a notice that the payment is not confirmed. */
export function paymentConfirmedEmail(settings: EmailSettings, order: Order): Email {
  return toTemple(settings, texts => {
    const { heading, body, advice } = texts.paymentConfirmed
    const { donated, details } = describe(order, texts)
    const isWaiting = order.fulfilment === 'waiting'
    const doubts = listDoubts(order, texts)
    return {
      kind: 'temple-payment-confirmed',
      subjectId: order.id,
      urgent: true,
      subject: `${heading} (${donated}, ${order.code})`,
      heading,
      blocks: [
        goodNews(body(donated)),
        doubts.length > 0 && callout(doubts.join(' · ')),
        isWaiting && !order.needsDetails && paragraph(advice),
        details,
        isWaiting && templeButton(texts.markAsLit, noticeOf(order), settings),
      ],
    }
  })
}

const reversals = {
  part: { kind: 'temple-refunded', block: paragraph },
  whole: { kind: 'temple-refunded', block: paragraph },
  failed: { kind: 'temple-refund-failed', block: callout, urgent: true },
  disputed: { kind: 'temple-disputed', block: callout, urgent: true },
} as const

/** A refund in part or whole, refunds that failed, or a dispute. */
export interface ReversalNews {
  /** Of the entry in the order's history. */
  id: string
  news: keyof typeof reversals
  amountKopiykas: number
  /** Of the donation, after this one. */
  leftKopiykas: number
  payment: Pick<Donation, 'paymentIntentId' | 'livemode'>
}

/** To the temple, and about a refund to the donor, too. */
export function reversalEmails(
  settings: EmailSettings,
  about: Reversed,
  reversal: ReversalNews,
): Email[] {
  const { id, news, amountKopiykas, leftKopiykas, payment } = reversal
  const isRefund = news === 'part' || news === 'whole'
  const { block, ...how } = reversals[news]
  const toOwner = isRefund && isOrder(about) ? refundToDonor(settings, about, reversal) : []
  const notification = toTemple(settings, texts => {
    const { heading, body } = texts.reversals[news]
    const { name, details } = describe(about, texts)
    const amount = texts.formatAmount(amountKopiykas)
    const isMoneyKept = news === 'part' || news === 'failed'
    return {
      ...how,
      subjectId: id,
      subject: `${heading} (${amount}, ${name})`,
      heading,
      blocks: [
        block(body(amount, texts.formatAmount(leftKopiykas))),
        news === 'disputed' && button(texts.openPayment, dashboardUrl(payment)),
        isOrder(about) ? describeOrder(about, texts, isMoneyKept) : paragraph(texts.orderNeverCame),
        details,
      ],
    }
  })
  return [...toOwner, notification]
}

/** The payment in the provider's dashboard. */
function dashboardUrl({ paymentIntentId, livemode }: ReversalNews['payment']): string {
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}payments/${paymentIntentId}`
}

function refundToDonor(
  settings: EmailSettings,
  order: Order,
  { id, news, amountKopiykas, leftKopiykas }: ReversalNews,
): Email[] {
  return toDonor(settings, order, texts => {
    const { heading, body, rest, orderRemains } = texts.refundToDonor
    return {
      kind: 'donor-refunded',
      subjectId: id,
      heading: heading(news === 'whole'),
      blocks: [
        paragraph(body(texts.formatAmount(amountKopiykas))),
        news === 'part' && paragraph(rest(texts.formatAmount(leftKopiykas))),
        order.fulfilment === 'waiting' && paragraph(orderRemains),
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
    const copy = texts.ticket
    const { labels, missing } = texts
    const amount = texts.formatAmount(amountKopiykas)
    return {
      kind: 'temple-ticket',
      subjectId: ticket.id,
      urgent: !isReturned,
      subject: `${copy.heading} (${amount})`,
      heading: copy.heading,
      blocks: [
        callout(copy.body),
        isPartReturned &&
          !isReturned &&
          callout(copy.partReturned(texts.formatAmount(refundedKopiykas))),
        paragraph(isReturned ? copy.returned : copy.advice),
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
