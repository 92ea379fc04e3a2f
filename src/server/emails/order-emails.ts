import { type Email, type Order, received } from '../db/schema'
import { canBeWrittenTo } from './email-budget'
import { formatName, type LocalTexts, orderFacts } from './format'
import { visitorEmail } from './html'
import {
  type Block,
  type EmailSettings,
  facts,
  goodNews,
  notice,
  paragraph,
  photos,
  toDonor,
  toTemple,
} from './layout'
import { replyAddress } from './reply-address'

export function thanksEmails(settings: EmailSettings, order: Order): Email[] {
  return toDonor(settings, order, texts => {
    const own = texts.thanks
    const paid = order.payment === 'paid'
    return {
      kind: 'donor-thanks',
      subjectId: order.id,
      subject: own.subject(order.code, paid),
      heading: paid ? own.paidHeading : own.plainHeading,
      blocks: [
        paid && paragraph(own.paidThanks(texts.formatAmount(order.confirmedKopiykas))),
        !order.needsDetails && paragraph(paid ? own.paidReport : own.plainBody),
        order.needsDetails && notice(own.needsDetails),
        paragraph(texts.wish),
        order.shortened && notice(own.shortened),
        facts(orderFacts(order, texts)),
      ],
    }
  })
}

export function noticeEmail(settings: EmailSettings, order: Order): Email {
  return toTemple(settings, texts => {
    const own = texts.notice
    const replyTo = replyAddress(settings, { kind: 'order', code: order.code })
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
        order.channel === 'draft' && notice(own.finishedByServer),
        facts([
          ...orderFacts(order, texts),
          [texts.labels.placedAt, texts.formatTime(order.createdAt)],
          emailFact(order, texts),
          [texts.labels.pageLanguage, texts.formatLanguage(order.language)],
        ]),
        paragraph(replyTo === null ? own.markByCommand(order.code) : own.replyWithPhoto),
        !canBeWrittenTo(order) && paragraph(own.noAddress),
      ],
    }
  })
}

export const subjectNameLimit = 40

function noticeSubject(order: Order, texts: LocalTexts): string {
  const own = texts.notice
  return [
    order.payment === 'paid' ? own.subjectPaid(formatDonated(order, texts)) : '',
    own.subject(order.code, formatName(order, texts, subjectNameLimit)),
    isClaimed(order) ? own.subjectClaimed : '',
    order.needsDetails ? own.subjectNeedsDetails : '',
  ].join('')
}

function describePayment(order: Order, texts: LocalTexts): Block {
  const own = texts.notice
  if (order.payment === 'none') return paragraph(own.none)
  if (order.payment === 'paid') return goodNews(own.paid(formatDonated(order, texts)))
  return notice(isClaimed(order) ? own.claimed(formatDonated(order, texts)) : own.returned)
}

/** The browser reported a donation that the provider has not confirmed. */
export function isClaimed({ payment }: Order): boolean {
  return payment !== 'none' && !received.includes(payment)
}

export function formatDonated(order: Order, texts: LocalTexts): string {
  return texts.formatAmount(order.confirmedKopiykas || order.claimedKopiykas)
}

export function emailFact({ email }: Order, { labels, missing }: LocalTexts): [string, string] {
  return [labels.email, visitorEmail(email ?? '') || missing]
}

export interface PhotoSet {
  id: string
  count: number
}

export function candleLitEmails(
  settings: EmailSettings,
  order: Order,
  photoSet: PhotoSet | null,
): Email[] {
  return toDonor(settings, order, texts => {
    const own = texts.photoReport
    return {
      kind: 'donor-photo-report',
      subjectId: order.id,
      photoSetId: photoSet?.id ?? null,
      subject: own.subject(order.code),
      heading: own.heading,
      blocks: [
        paragraph(own.body(texts.formatTime(order.litAt ?? order.createdAt))),
        paragraph(photoSet === null ? own.withoutPhoto : own.photoFollows),
        photoSet !== null && photos(photoSet.count, own.photoDescription),
        facts(orderFacts(order, texts)),
        paragraph(texts.wish),
      ],
    }
  })
}

/** Photos that came after the report. */
export function photoAddedEmails(
  settings: EmailSettings,
  order: Order,
  photoSet: PhotoSet,
): Email[] {
  return toDonor(settings, order, texts => {
    const { heading, body } = texts.photoAdded
    return {
      kind: 'donor-photo-added',
      subjectId: order.id,
      photoSetId: photoSet.id,
      subject: `${heading} (${order.code})`,
      heading,
      blocks: [
        paragraph(body),
        photos(photoSet.count, texts.photoReport.photoDescription),
        facts(orderFacts(order, texts)),
        paragraph(texts.wish),
      ],
    }
  })
}

/** Corrects a report sent by mistake. */
export function reportWithdrawnEmails(settings: EmailSettings, order: Order): Email[] {
  return toDonor(settings, order, texts => {
    const { subject, heading, body } = texts.reportWithdrawn
    return {
      kind: 'donor-report-withdrawn',
      subjectId: order.id,
      subject: subject(order.code),
      heading,
      blocks: [paragraph(body), facts(orderFacts(order, texts))],
    }
  })
}
