import type { Donation, Email, Order } from '../db/schema'
import type { LocalTexts } from './format'
import {
  type Block,
  button,
  callout,
  type EmailSettings,
  goodNews,
  orderNote,
  paragraph,
  templeButton,
  toDonor,
  toTemple,
} from './layout'
import { describeOrder, describeReport, formatDonated, listDoubts } from './notice-facts'

/** What becomes of the candle, by whether the church keeps money for it; nothing of a dismissed order. */
function describeCandle(order: Order, texts: LocalTexts, isMoneyKept: boolean): Block | false {
  if (order.fulfilment === 'dismissed') return false
  if (order.fulfilment === 'lit') return paragraph(texts.orderLit)
  if (!isMoneyKept) return paragraph(texts.orderRemains)
  return !order.needsDetails && paragraph(texts.orderWaits)
}

/** After a notice that the payment is not confirmed. */
export function paymentConfirmedEmail(settings: EmailSettings, order: Order): Email {
  return toTemple(settings, texts => {
    const { heading, body, advice } = texts.paymentConfirmed
    const donated = formatDonated(order, texts)
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
        orderNote(order, texts),
        isWaiting && templeButton(texts.markAsLit, settings, order.code),
        isWaiting && describeReport(order, texts),
        describeOrder(order, texts),
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
  order: Order,
  reversal: ReversalNews,
): Email[] {
  const { id, news, amountKopiykas, leftKopiykas, payment } = reversal
  const isRefund = news === 'part' || news === 'whole'
  const { block, ...how } = reversals[news]
  const toOwner = isRefund ? refundToDonor(settings, order, reversal) : []
  const notification = toTemple(settings, texts => {
    const { heading, body } = texts.reversals[news]
    const amount = texts.formatAmount(amountKopiykas)
    const isMoneyKept = news === 'part' || news === 'failed'
    return {
      ...how,
      subjectId: id,
      subject: `${heading} (${amount}, ${order.code})`,
      heading,
      blocks: [
        block(body(amount, texts.formatAmount(leftKopiykas))),
        news === 'disputed' && button(texts.openPayment, dashboardUrl(payment)),
        describeCandle(order, texts, isMoneyKept),
        orderNote(order, texts),
        describeOrder(order, texts),
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
