import type { Email } from '../db/schema'
import { type EmailSettings, paragraph, templeButton, toTemple } from './layout'

/**
 * Sends the temple a new link, after somebody clicked the button on the page of an ended one in this
 * `hour`.
 */
export function linkEmail(settings: EmailSettings, hour: string): Email {
  return toTemple(settings, texts => {
    const { heading, body } = texts.newLink
    return {
      kind: 'temple-link',
      subjectId: hour,
      subject: heading,
      heading,
      blocks: [paragraph(body), templeButton(texts.submission.open, settings)],
    }
  })
}
