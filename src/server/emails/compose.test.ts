import MailComposer from 'nodemailer/lib/mail-composer'
import type Mail from 'nodemailer/lib/mailer'
import { expect, it } from 'vitest'
import { writeMessage } from './compose'

const html = '<p>Свічка горить 🕯️</p>'
const photo = {
  filename: 'candle.jpg',
  content: Buffer.from(Array.from({ length: 5_000 }, (_, i) => i % 256)),
  contentType: 'image/jpeg',
  contentDisposition: 'inline' as const,
  cid: 'photo',
}
const sheet = { filename: 'аркуш.html', content: html, contentType: 'text/html; charset=utf-8' }

it.each<[what: string, mail: Mail.Options]>([
  ['Cyrillic', { text: 'Дякуємо!\n'.repeat(40), html }],
  ['ASCII of several lines', { text: 'Thank you.\n\n- a\n', html: '<p>Thank you.</p>\n' }],
  ['long ASCII lines', { text: 'Thank you. '.repeat(200), html: `<p>${'x'.repeat(1_200)}</p>` }],
  ['a photo', { text: 'Фото', html: '<img src="cid:photo">', attachments: [photo] }],
  ['a photo and a sheet', { text: 'Фото', html, attachments: [photo, sheet] }],
])('writes what nodemailer streams: %s', async (_, mail) => {
  const message = new MailComposer({
    from: 'Свічка <candle@example.org>',
    to: { name: '', address: 'olha, maria@пошта.укр' },
    subject: 'Дякуємо за пожертву '.repeat(9),
    textEncoding: 'base64',
    newline: 'windows',
    ...mail,
  }).compile()
  expect(writeMessage(message)).toBe((await message.build()).toString())
})
