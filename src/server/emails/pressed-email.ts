import type { PressChanges } from '../../shared/temple-page'
import type { Email, Order } from '../db/schema'
import { type LocalTexts, listNumbers } from './format'
import { callout, type EmailSettings, goodNews, paragraph, templeButton, toTemple } from './layout'
import type { NoticeName } from './temple-link'

interface Pressed {
  /** Of the press. */
  id: string
  notice: NoticeName
  /** All orders of the notice, as they were before. */
  orders: Order[]
  changes: PressChanges
  /** Taken back, but their one correction was sent before. */
  uncorrected: string[]
}

/**
 * Confirms a press of the temple's page, so that a link that was passed on cannot be used unnoticed.
 * It names orders by number or code, and nobody.
 */
export function pressedEmail(
  settings: EmailSettings,
  { id, notice: pressed, orders, changes, uncorrected }: Pressed,
): Email {
  return toTemple(settings, texts => {
    const copy = texts.pressed
    const name = (codes: string[]) => listNumbers(orders.filter(({ code }) => codes.includes(code)))
    const all = changes.kind === 'lit' ? [...changes.codes, ...changes.photoAdded] : changes.codes
    const named = name(all)
    return {
      kind: 'temple-pressed',
      subjectId: id,
      subject: copy.subject[changes.kind](named),
      heading: copy.heading[changes.kind],
      blocks: [
        ...(changes.kind === 'lit' ? describeLit(changes, name, texts) : []),
        changes.kind === 'undone' && callout(copy.undone(named)),
        changes.kind === 'undone' &&
          changes.corrected > 0 &&
          paragraph(copy.corrected(changes.corrected)),
        uncorrected.length > 0 && paragraph(copy.uncorrected(name(uncorrected))),
        paragraph(copy.notYou),
        templeButton(copy.open, pressed, settings),
      ],
    }
  })
}

function describeLit(
  {
    codes,
    photoAdded,
    photos,
    readers,
    withoutAddress,
    reportAt,
  }: Extract<PressChanges, { kind: 'lit' }>,
  name: (codes: string[]) => string,
  { pressed: copy, formatClock }: LocalTexts,
) {
  return [
    codes.length > 0 && goodNews(copy.lit(name(codes))),
    photoAdded.length > 0 && goodNews(copy.photoAdded(name(photoAdded))),
    readers > 0 && paragraph(copy.readers(readers, formatClock(reportAt), photos)),
    withoutAddress > 0 && paragraph(copy.withoutAddress(withoutAddress)),
  ]
}
