import type { Email } from '../db/schema'
import { button, type EmailSettings, paragraph, toTemple } from './layout'
import { testEmailPath } from './temple-link'

/** Its button proves that emails reach the temple, and its links this server. `id`: 8 of a-z, 0-9. */
export function testEmail(settings: EmailSettings, id: string): Email {
  return toTemple(settings, texts => {
    const { heading, body, spam, open } = texts.testEmail
    return {
      kind: 'temple-test',
      subjectId: id,
      subject: heading,
      heading,
      blocks: [
        paragraph(body(settings.publicUrl.host)),
        button(open, new URL(testEmailPath(id), settings.publicUrl).href),
        paragraph(spam),
      ],
    }
  })
}
