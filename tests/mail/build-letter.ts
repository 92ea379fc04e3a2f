import type { Letter } from '../../src/server/emails/letter'

/** A letter in which nothing is remarkable but what the test says. */
export function buildLetter(remarkable: Partial<Letter> = {}): Letter {
  return {
    subjectId: 'order-1',
    kind: 'donor-thanks',
    recipient: 'donor@example.org',
    replyTo: null,
    subject: 'Дякуємо',
    text: 'Вітаємо',
    html: '<p>Вітаємо</p>',
    urgent: false,
    photoId: null,
    ...remarkable,
  }
}
