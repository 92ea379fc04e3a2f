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
import { describeDoubts, describeReport, formatDonated, orderFacts } from './notice-facts'

/** Says what becomes of the candle, depending on whether the church keeps money for it. */
function describeCandle(order: Order, texts: LocalTexts, isMoneyKept: boolean): Block | false {
  if (order.fulfilment === 'dismissed') return false
  if (order.fulfilment === 'lit') return paragraph(texts.orderLit)
  if (!isMoneyKept) return paragraph(texts.orderRemains)
  return !order.needsDetails && paragraph(texts.orderWaits)
}

/** Tells the temple that a payment is confirmed, after a notice had called it unconfirmed. */
export function paymentConfirmedEmail(settings: EmailSettings, order: Order): Email {
  return toTemple(settings, texts => {
    const { heading, body, advice } = texts.paymentConfirmed
    const donated = formatDonated(order, texts)
    const isWaiting = order.fulfilment === 'waiting'
    const doubts = describeDoubts(order, texts)
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
        orderFacts(order, texts),
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

/** A refund of a part or all, a failed refund, or a dispute. */
export interface ReversalNews {
  /** The id of the entry in the order's history. */
  id: string
  news: keyof typeof reversals
  amountKopiykas: number
  /** The rest of the donation afterwards. */
  leftKopiykas: number
  payment: Pick<Donation, 'paymentIntentId' | 'livemode'>
}

/** Tells the temple of a reversal, and the donor of a refund. */
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
        orderFacts(order, texts),
      ],
    }
  })
  return [...toOwner, notification]
}

/** Returns the address of the payment in the provider's dashboard. */
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
