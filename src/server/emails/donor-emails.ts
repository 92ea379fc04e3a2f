import { findIntention } from '../../shared/intention'
import type { Email, Order } from '../db/schema'
import type { LocalTexts } from './format'
import { callout, type EmailSettings, paragraph, photos, toDonor } from './layout'
import { templeTexts } from './temple-note'

/** None for a donation that went back, or is disputed. */
export function thanksEmails(settings: EmailSettings, order: Order): Email[] {
  if (order.payment !== 'paid') return []
  return toDonor(settings, order, texts => {
    const copy = texts.thanks
    const { note } = templeTexts(settings.temple, order.language)
    const { litAt } = order
    return {
      kind: 'donor-thanks',
      heading: order.needsDetails ? copy.namelessHeading : copy.paidHeading,
      blocks: [
        paragraph(copy.paidThanks(texts.formatAmount(order.confirmedKopiykas))),
        (order.name === '' || order.purpose === '') && callout(askFor(order, copy)),
        // The payment of a candle that burns already may have become known only now.
        litAt !== null
          ? paragraph(texts.photoReport.body(texts.formatTime(litAt)))
          : !order.needsDetails && paragraph(copy.paidReport),
        note !== '' && paragraph(note),
        wish(order, texts),
        order.shortened && callout(copy.shortened),
      ],
    }
  })
}

function askFor({ name, purpose }: Order, copy: LocalTexts['thanks']): string {
  if (name !== '') return copy.purposeMissing
  return purpose === '' ? copy.bothMissing : copy.nameMissing
}

/** Words for the living and for the departed, as in the form's thanks. */
function wish(order: Order, texts: LocalTexts) {
  return paragraph(findIntention(order) === 'repose' ? texts.wishOfRepose : texts.wish)
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
    const { heading, body, photoFollows, withoutPhoto } = texts.photoReport
    return {
      kind: 'donor-photo-report',
      photoSetId: photoSet?.id ?? null,
      heading,
      blocks: [
        paragraph(body(texts.formatTime(order.litAt ?? order.createdAt))),
        paragraph(photoSet === null ? withoutPhoto : photoFollows),
        photoSet !== null && photos(photoSet.count, heading),
        wish(order, texts),
      ],
    }
  })
}

/** Photos that came after the report. */
export function photoAddedEmails(
  settings: EmailSettings,
  order: Order,
  { id, count }: PhotoSet,
): Email[] {
  return toDonor(settings, order, texts => {
    const { heading, body } = texts.photoAdded
    return {
      kind: 'donor-photo-added',
      photoSetId: id,
      heading,
      blocks: [paragraph(body), photos(count, heading), wish(order, texts)],
    }
  })
}

/** Corrects a report sent by mistake. */
export function reportWithdrawnEmails(settings: EmailSettings, order: Order): Email[] {
  return toDonor(settings, order, texts => {
    const { heading, body } = texts.reportWithdrawn
    return { kind: 'donor-report-withdrawn', heading, blocks: [paragraph(body)] }
  })
}
