import { type Email, isWordless, type Order } from '../db/schema'
import { formatName, type LocalTexts, orderFacts } from './format'
import {
  type Block,
  callout,
  type EmailSettings,
  facts,
  goodNews,
  paragraph,
  templeButton,
  toTemple,
} from './layout'
import { mayEmailDonor } from './may-email-donor'
import { emailFact, formatDonated, isUnconfirmed, listDoubts, writeToDonor } from './notice-facts'

/** To the temple, of an order alone; of what comes beyond it a summary tells (summary-email.ts). */
export function noticeEmail(settings: EmailSettings, order: Order): Email {
  return toTemple(settings, texts => {
    const copy = texts.notice
    const { labels } = texts
    const getsReport = mayEmailDonor(order)
    const doubts = listDoubts(order, texts)
    return {
      kind: 'temple-notice',
      subjectId: order.id,
      urgent: order.payment === 'paid',
      subject: noticeSubject(order, texts),
      heading: copy.heading,
      blocks: [
        describePayment(order, texts),
        doubts.length > 0 && callout(doubts.join(' · ')),
        facts([
          ...orderFacts(order, texts),
          [labels.placedAt, texts.formatTime(order.createdAt)],
          emailFact(order, texts),
          isWordless(order)
            ? [labels.payment, order.paymentIntentId ?? '']
            : [labels.pageLanguage, texts.formatLanguage(order.language)],
        ]),
        paragraph(getsReport ? `${copy.lightIt} ${copy.photoReachesDonor}` : copy.lightIt),
        templeButton(texts.markAsLit, settings, order.code),
        !getsReport && paragraph(copy.noAddress),
        writeToDonor(order, texts),
      ],
    }
  })
}

/** After a notice of a paid order that lacked them. */
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
        facts([...orderFacts(order, texts), emailFact(order, texts)]),
        writeToDonor(order, texts),
        order.fulfilment === 'waiting' && templeButton(texts.markAsLit, settings, order.code),
      ],
    }
  })
}

const subjectNameLimit = 40

function noticeSubject(order: Order, texts: LocalTexts): string {
  const copy = texts.notice
  const donation = order.payment === 'paid' ? copy.subjectPaid(formatDonated(order, texts)) : ''
  const named = copy.subject(order.code, formatName(order, texts, subjectNameLimit))
  const doubts = listDoubts(order, texts)
  if (isUnconfirmed(order)) doubts.unshift(texts.marks.claimed)
  return `${donation}${named}${doubts.length > 0 ? ` (${doubts.join(', ')})` : ''}`
}

function describePayment(order: Order, texts: LocalTexts): Block {
  const copy = texts.notice
  if (order.payment === 'none') return paragraph(copy.none)
  if (order.payment === 'paid' && isWordless(order))
    return callout(copy.paidWithoutWords(formatDonated(order, texts), mayEmailDonor(order)))
  if (order.payment === 'paid') {
    const tell = order.needsDetails ? copy.paidForNobody : copy.paid
    return goodNews(tell(formatDonated(order, texts)))
  }
  return callout(isUnconfirmed(order) ? copy.claimed(formatDonated(order, texts)) : copy.returned)
}
