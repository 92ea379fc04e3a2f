import type { Waiting } from '../db/notices'
import type { Email } from '../db/schema'
import { callout, type EmailSettings, paragraph, templeButton, toTemple } from './layout'

interface Summary {
  id: string
  at: number
  waiting: Waiting
  /** True if the links of earlier emails have ended. */
  linksEnded: boolean
}

/**
 * Says how many candles wait. It contains no visitor's words, so it stays small however many there are,
 * no spam filter refuses it, and it holds nothing to erase.
 */
export function summaryEmail(
  settings: EmailSettings,
  { id, at, waiting, linksEnded }: Summary,
): Email {
  return toTemple(settings, texts => {
    const copy = texts.summary
    const heading = copy.heading(waiting.count)
    const parts = [
      waiting.paid > 0 && copy.paid(waiting.paid),
      waiting.old > 0 && copy.old(waiting.old),
    ].filter(part => part !== false)
    return {
      kind: 'temple-summary',
      subjectId: id,
      urgent: waiting.paid > 0,
      subject: `${[heading, ...parts].join(', ')} (${texts.formatDay(at)})`,
      heading,
      blocks: [
        parts.length > 0 && paragraph(copy.ofThem(parts)),
        linksEnded && callout(copy.linksEnded),
        templeButton(copy.open, settings),
        paragraph(waiting.paid > 0 ? `${copy.page} ${copy.photos}` : copy.page),
      ],
    }
  })
}
