import { looksLikeEmail } from '../../shared/email-pattern'
import type { Order, Ticket } from '../db/schema'
import type { Dispute, Refund, Reply } from './email'
import { formatAmount, formatLanguage, formatName, formatTime, orderFacts } from './format'
import { visitorEmail, visitorText } from './html'
import { type Block, facts, goodNews, type Message, notice, paragraph } from './layout'
import type { EmailTexts, RefusalReason } from './locales/texts'

const subjectNameLimit = 40

/** A new order: what was paid, what is doubtful, what to do. */
export function orderNotice(order: Order, replyTo: string | null, texts: EmailTexts): Message {
  const own = texts.notice
  return {
    kind: 'temple-notice',
    subjectId: order.id,
    replyTo,
    urgent: order.payment === 'paid',
    subject: noticeSubject(order, texts),
    heading: own.heading,
    preview: formatName(order, texts),
    blocks: [
      describePayment(order, texts),
      order.needsDetails && notice(own.needsDetails),
      order.possibleDouble && notice(own.possibleDouble),
      order.shortened && notice(own.shortened),
      order.source === 'draft' && notice(own.finishedByServer),
      facts([
        ...orderFacts(order, texts),
        [texts.labels.placedAt, formatTime(order.createdAt, texts)],
        emailFact(order, texts),
        [texts.labels.pageLanguage, formatLanguage(order.language, texts)],
      ]),
      paragraph(replyTo === null ? own.markByCommand(order.code) : own.replyWithPhoto),
      !looksLikeEmail(order.email ?? '') && paragraph(own.noAddress),
    ],
  }
}

function noticeSubject(order: Order, texts: EmailTexts): string {
  const own = texts.notice
  return [
    order.payment === 'paid' ? own.subjectPaid(donatedAmount(order, texts)) : '',
    own.subject(order.code, formatName(order, texts, subjectNameLimit)),
    isClaimed(order) ? own.subjectClaimed : '',
    order.needsDetails ? own.subjectNeedsDetails : '',
  ].join('')
}

function describePayment(order: Order, texts: EmailTexts): Block {
  const own = texts.notice
  if (order.payment === 'none') return paragraph(own.none)
  if (order.payment === 'paid') return goodNews(own.paid(donatedAmount(order, texts)))
  return notice(isClaimed(order) ? own.claimed(donatedAmount(order, texts)) : own.returned)
}

/** A browser spoke of a donation and the provider has not confirmed it. */
function isClaimed({ payment }: Order): boolean {
  return !['none', 'paid', 'returned', 'disputed'].includes(payment)
}

function donatedAmount(order: Order, texts: EmailTexts): string {
  return formatAmount(order.confirmedKopiykas || order.claimedKopiykas, texts)
}

function emailFact({ email }: Order, { labels, missing }: EmailTexts): [string, string] {
  return [labels.email, visitorEmail(email ?? '') || missing]
}

/** The donation, or a part of it, was given back. */
export function refundToTemple(order: Order, refund: Refund, texts: EmailTexts): Message {
  const own = texts.refundToTemple
  const { id, whole } = refund
  const amount = formatAmount(refund.amountKopiykas, texts)
  return {
    kind: 'temple-refunded',
    subjectId: id,
    subject: own.subject(amount, order.code, whole),
    heading: own.heading(whole),
    blocks: [
      paragraph(`${own.body(amount, order.code)} ${own.extent(whole)}`),
      paragraph(texts.orderRemains),
      facts(orderFacts(order, texts)),
    ],
  }
}

/** A refund did not reach the cardholder's bank, so the money is still the temple's. */
export function refundFailed(
  order: Order,
  refund: Omit<Refund, 'whole'>,
  texts: EmailTexts,
): Message {
  const own = texts.refundFailed
  const amount = formatAmount(refund.amountKopiykas, texts)
  return {
    kind: 'temple-refund-failed',
    subjectId: refund.id,
    urgent: true,
    subject: own.subject(amount, order.code),
    heading: own.heading,
    blocks: [
      notice(own.body(amount, order.code)),
      paragraph(own.advice),
      facts([...orderFacts(order, texts), emailFact(order, texts)]),
    ],
  }
}

const disputeKinds = {
  open: { kind: 'temple-disputed', key: 'disputed' },
  won: { kind: 'temple-dispute-won', key: 'disputeWon' },
  lost: { kind: 'temple-dispute-lost', key: 'disputeLost' },
} as const

/** A dispute at the cardholder's bank was opened or decided. */
export function disputeNews(order: Order, { id, status }: Dispute, texts: EmailTexts): Message {
  const { kind, key } = disputeKinds[status]
  const own = texts[key]
  const body = own.body(donatedAmount(order, texts), order.code)
  return {
    kind,
    subjectId: id,
    urgent: status === 'open',
    subject: own.subject(order.code),
    heading: own.heading,
    blocks: [
      status === 'won' ? goodNews(body) : notice(body),
      paragraph(own.advice),
      status === 'lost' && paragraph(texts.orderRemains),
      facts(orderFacts(order, texts)),
    ],
  }
}

/** With the payer's name, which is not stored. */
export interface NamedTicket extends Ticket {
  billingName: string | null
}

/** A payment without an order: all that is known of it. */
export function ticketNotice(ticket: NamedTicket, texts: EmailTexts): Message {
  const own = texts.ticket
  const { labels, missing } = texts
  const { amountKopiykas, refundedKopiykas, cardLast4 } = ticket
  const amount = formatAmount(amountKopiykas, texts)
  const partReturned = refundedKopiykas > 0
  const returned = partReturned && refundedKopiykas >= amountKopiykas
  const advice = `${own.ask} ${partReturned ? own.orReturnRest : own.orReturn}`
  return {
    kind: 'temple-ticket',
    subjectId: ticket.id,
    urgent: !returned,
    subject: returned ? own.subjectReturned(amount) : own.subject(amount),
    heading: own.heading,
    blocks: [
      notice(own.body),
      partReturned && !returned && notice(own.partReturned(formatAmount(refundedKopiykas, texts))),
      paragraph(returned ? own.returned : advice),
      facts([
        [labels.amount, amount],
        [labels.paidAt, formatTime(ticket.paidAt, texts)],
        [labels.card, cardLast4 ? `•••• ${cardLast4}` : missing],
        [labels.payerName, visitorText(ticket.billingName ?? '') || missing],
        [labels.payerEmail, visitorEmail(ticket.billingEmail ?? '') || missing],
        [labels.payment, ticket.paymentIntentId],
      ]),
    ],
  }
}

/** One sentence in answer to an email that could not be used. */
export function refusal(reply: Reply, reason: RefusalReason, texts: EmailTexts): Message {
  const { subject, reasons } = texts.refused
  return {
    kind: 'temple-answer-refused',
    subjectId: reply.id,
    recipient: reply.sender,
    subject,
    heading: subject,
    blocks: [paragraph(reasons[reason])],
  }
}
