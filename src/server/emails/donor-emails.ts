import type { Order } from '../db/schema'
import type { Refund } from './email'
import { formatAmount, formatTime, orderFacts } from './format'
import { facts, type Message, notice, paragraph, photo } from './layout'
import type { EmailTexts } from './locales/texts'

/** Thanks for a donation, or the plain confirmation of an order without one. */
export function thanks(order: Order, texts: EmailTexts): Message {
  const own = texts.thanks
  const paid = order.payment === 'paid'
  return {
    kind: 'donor-thanks',
    subjectId: order.id,
    subject: own.subject(order.code, paid),
    heading: paid ? own.paidHeading : own.plainHeading,
    blocks: [
      paid && paragraph(own.paidThanks(formatAmount(order.confirmedKopiykas, texts))),
      paragraph(paid ? own.paidReport : own.plainBody),
      order.needsDetails && notice(own.needsDetails),
      order.shortened && notice(own.shortened),
      facts(orderFacts(order, texts)),
    ],
  }
}

/** The candle is lit, with the photo where the temple sent one. */
export function photoReport(order: Order, photoId: string | null, texts: EmailTexts): Message {
  const own = texts.photoReport
  return {
    kind: 'donor-photo-report',
    subjectId: order.id,
    photoId,
    subject: own.subject(order.code),
    heading: own.heading,
    blocks: [
      paragraph(own.body(formatTime(order.litAt ?? order.createdAt, texts))),
      paragraph(photoId === null ? own.withoutPhoto : own.photoFollows),
      photoId !== null && photo(own.photoDescription),
      facts(orderFacts(order, texts)),
      paragraph(own.thanks),
    ],
  }
}

/** The donation, or a part of it, was given back. */
export function refundToDonor(order: Order, refund: Refund, texts: EmailTexts): Message {
  const own = texts.refundToDonor
  const { whole } = refund
  return {
    kind: 'donor-refunded',
    subjectId: refund.id,
    subject: own.subject(order.code, whole),
    heading: own.heading(whole),
    blocks: [
      paragraph(`${own.body(formatAmount(refund.amountKopiykas, texts))} ${own.when}`),
      !whole && paragraph(own.rest),
      paragraph(own.questions),
      facts(orderFacts(order, texts)),
    ],
  }
}
