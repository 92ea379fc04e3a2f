import { type Email, isWordless, type Order } from '../db/schema'
import { formatName, type LocalTexts } from './format'
import {
  type Block,
  callout,
  details,
  type EmailSettings,
  goodNews,
  orderNote,
  templeButton,
  toTemple,
} from './layout'
import { mayEmailDonor } from './may-email-donor'
import {
  describeDoubts,
  describeReport,
  emailFact,
  formatDonated,
  isUnconfirmed,
  orderFacts,
  writeToDonor,
} from './notice-facts'

/**
 * Tells the temple of one order. Beyond the day's allowance a summary tells of all others
 * (summary-email.ts).
 */
export function noticeEmail(settings: EmailSettings, order: Order): Email {
  return toTemple(settings, texts => {
    const { labels } = texts
    const doubts = describeDoubts(order, texts)
    return {
      kind: 'temple-notice',
      subjectId: order.id,
      urgent: order.payment === 'paid',
      subject: noticeSubject(order, texts),
      heading: noticeHeading(order, texts),
      blocks: [
        describePayment(order, texts),
        doubts.length > 0 && callout(doubts.join(' · ')),
        orderNote(order, texts),
        templeButton(texts.markAsLit, settings, order.code),
        describeReport(order, texts),
        details(
          [
            [labels.code, order.code],
            [labels.placedAt, texts.formatTime(order.createdAt)],
            emailFact(order, texts),
            isWordless(order)
              ? [labels.payment, order.paymentIntentId ?? '']
              : [labels.pageLanguage, texts.formatLanguage(order.language)],
          ],
          writeToDonor(order, texts),
        ),
      ],
    }
  })
}

/** Tells the temple the words that a paid order lacked when its notice went out. */
export function detailsAddedEmail(settings: EmailSettings, order: Order): Email {
  return toTemple(settings, texts => {
    const { heading, body } = texts.detailsAdded
    return {
      kind: 'temple-details-added',
      subjectId: order.id,
      urgent: true,
      subject: `${heading} (${order.code}, ${formatName(order, texts, subjectNameLimit)})`,
      heading,
      blocks: [
        goodNews(body(formatDonated(order, texts))),
        orderNote(order, texts),
        order.fulfilment === 'waiting' && templeButton(texts.markAsLit, settings, order.code),
        orderFacts(order, texts),
      ],
    }
  })
}

const subjectNameLimit = 40

function noticeSubject(order: Order, texts: LocalTexts): string {
  const copy = texts.notice
  const donation = order.payment === 'paid' ? copy.subjectPaid(formatDonated(order, texts)) : ''
  const named = copy.subject(order.code, formatName(order, texts, subjectNameLimit))
  const doubts = describeDoubts(order, texts)
  if (isUnconfirmed(order)) doubts.unshift(texts.marks.claimed)
  return `${donation}${named}${doubts.length > 0 ? ` (${doubts.join(', ')})` : ''}`
}

/** Says in one line what the temple has to do, if that is possible. */
function noticeHeading(order: Order, texts: LocalTexts): string {
  const { heading, headingFree, headingPaid } = texts.notice
  if (order.payment === 'none') return headingFree
  const isClear = order.payment === 'paid' && !order.needsDetails
  return isClear ? headingPaid(formatDonated(order, texts)) : heading
}

/** Lists the facts that the heading does not say. */
function describePayment(order: Order, texts: LocalTexts): Block | false {
  const copy = texts.notice
  if (order.payment === 'none') return false
  if (order.payment !== 'paid')
    return callout(isUnconfirmed(order) ? copy.claimed(formatDonated(order, texts)) : copy.returned)
  if (!order.needsDetails) return false
  const donated = formatDonated(order, texts)
  return isWordless(order)
    ? callout(copy.paidWithoutWords(donated, mayEmailDonor(order)))
    : goodNews(copy.paidForNobody(donated))
}
