import type { TempleResult } from '../../shared/temple-page'
import type { Email, Order } from '../db/schema'
import { type LocalTexts, listNumbers } from './format'
import { callout, type EmailSettings, goodNews, paragraph, templeButton, toTemple } from './layout'
import type { NoticeName } from './temple-link'

/** What a press changed. */
export type PressResult = Extract<TempleResult, { kind: 'lit' | 'undone' }>

interface Pressed {
  /** Of the press. */
  id: string
  notice: NoticeName
  /** All orders of the notice, as they were before. */
  orders: Order[]
  result: PressResult
  /** Taken back, but their one correction was sent before. */
  uncorrected: string[]
}

/**
 * Confirms a press of the temple's page, so that a link that was passed on cannot be used unnoticed.
 * It names orders by number or code, and nobody.
 */
export function pressedEmail(
  settings: EmailSettings,
  { id, notice: pressed, orders, result, uncorrected }: Pressed,
): Email {
  return toTemple(settings, texts => {
    const copy = texts.pressed
    const name = (codes: string[]) => listNumbers(orders.filter(({ code }) => codes.includes(code)))
    const all = result.kind === 'lit' ? [...result.codes, ...result.photoAdded] : result.codes
    const named = name(all)
    return {
      kind: 'temple-pressed',
      subjectId: id,
      subject: copy.subject[result.kind](named),
      heading: copy.heading[result.kind],
      blocks: [
        ...(result.kind === 'lit' ? describeLit(result, name, texts) : []),
        result.kind === 'undone' && callout(copy.undone(named)),
        result.kind === 'undone' &&
          result.corrected > 0 &&
          paragraph(copy.corrected(result.corrected)),
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
  }: Extract<PressResult, { kind: 'lit' }>,
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
