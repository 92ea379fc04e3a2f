import { randomUUID } from 'node:crypto'
import type { Email } from '../../../src/server/db/schema'

/** A valid email; tests set only the fields that matter. */
export function buildEmail(remarkable: Partial<Email> = {}): Email {
  return {
    subjectId: 'order-1',
    kind: 'donor-thanks',
    recipient: 'donor@example.org',
    messageId: `<${randomUUID()}@example.org>`,
    subject: 'Дякуємо',
    textBody: 'Вітаємо',
    htmlBody: '<p>Вітаємо</p>',
    urgent: false,
    photoSetId: null,
    ...remarkable,
  }
}
