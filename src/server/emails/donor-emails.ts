import { findIntention } from '../../shared/intention'
import type { Email, Order } from '../db/schema'
import type { LocalTexts } from './format'
import { callout, type EmailSettings, paragraph, toDonor, wish } from './layout'
import { templeTexts } from './temple-footer'

/** Thanks for a captured donation, but not for one that went back or is disputed. */
export function thanksEmails(settings: EmailSettings, order: Order): Email[] {
  if (order.payment !== 'paid') return []
  return toDonor(settings, order, texts => {
    const copy = texts.thanks
    const { note } = templeTexts(settings.temple, order.language)
    const { litAt } = order
    return {
      kind: 'donor-thanks',
      heading: order.needsDetails ? copy.namelessHeading : copy.heading,
      blocks: [
        paragraph(copy.paid(texts.formatAmount(order.confirmedKopiykas))),
        (order.name === '' || order.purpose === '') && callout(askFor(order, copy)),
        // The payment may become known only after the candle was lit.
        litAt !== null
          ? paragraph(copy.lit(texts.formatTime(litAt)))
          : !order.needsDetails && paragraph(copy.photoFollows),
        note !== '' && paragraph(note),
        wishFor(order, texts),
        order.shortened && callout(copy.shortened),
      ],
    }
  })
}

function askFor({ name, purpose }: Order, copy: LocalTexts['thanks']): string {
  if (name !== '') return copy.purposeMissing
  return purpose === '' ? copy.bothMissing : copy.nameMissing
}

/** Chooses the blessing for the living or for the departed, as in the form's thanks. */
function wishFor(order: Order, texts: LocalTexts) {
  return wish(findIntention(order) === 'repose' ? texts.wishOfRepose : texts.wish)
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
    const { heading, withoutPhoto } = texts.photoReport
    return {
      kind: 'donor-photo-report',
      photoSetId: photoSet?.id ?? null,
      photoCount: photoSet?.count ?? 0,
      heading,
      when: texts.formatTime(order.litAt ?? order.createdAt),
      blocks: [photoSet === null && paragraph(withoutPhoto), wishFor(order, texts)],
    }
  })
}

/** Sends photos that came after the report. */
export function photoAddedEmails(
  settings: EmailSettings,
  order: Order,
  { id, count }: PhotoSet,
): Email[] {
  return toDonor(settings, order, texts => ({
    kind: 'donor-photo-added',
    photoSetId: id,
    photoCount: count,
    heading: texts.photoAdded.heading,
    when: texts.photoAdded.when(texts.formatTime(order.litAt ?? order.createdAt)),
    blocks: [wishFor(order, texts)],
  }))
}

/** Corrects a report that was sent by mistake. */
export function reportWithdrawnEmails(settings: EmailSettings, order: Order): Email[] {
  return toDonor(settings, order, texts => {
    const { heading, body } = texts.reportWithdrawn
    return { kind: 'donor-report-withdrawn', heading, blocks: [paragraph(body)] }
  })
}
