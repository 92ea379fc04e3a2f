import type { Email } from '../db/schema'
import { type EmailSettings, paragraph, templeButton, toTemple } from './layout'

/** What the button of a page whose link has ended sends to the temple. `hour`: in which it was pressed. */
export function linkEmail(settings: EmailSettings, hour: string): Email {
  return toTemple(settings, texts => {
    const { heading, body } = texts.newLink
    return {
      kind: 'temple-link',
      subjectId: hour,
      subject: heading,
      heading,
      blocks: [paragraph(body), templeButton(texts.pressed.open, settings)],
    }
  })
}
