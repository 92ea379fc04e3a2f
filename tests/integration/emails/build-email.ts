import type { Email } from '../../../src/server/db/schema'

/** An email in which nothing is remarkable but what the test says. */
export function buildEmail(remarkable: Partial<Email> = {}): Email {
  return {
    subjectId: 'order-1',
    kind: 'donor-thanks',
    recipient: 'donor@example.org',
    replyTo: null,
    subject: 'Дякуємо',
    text: 'Вітаємо',
    html: '<p>Вітаємо</p>',
    urgent: false,
    photoSetId: null,
    sheetHtml: null,
    thread: null,
    ...remarkable,
  }
}
