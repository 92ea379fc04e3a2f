import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/server/config/read-config'
import { createMailboxReader } from '../../src/server/inbox/create-mailbox-reader'
import { buildOrder } from '../integration/build-order'
import { startApi } from '../integration/start-api'
import { deliver, takePhoto } from './answer-by-mail'
import { startDovecot } from './start-dovecot'
import { startSmtpServer } from './start-smtp-server'

it('an order becomes a notice, the notice is answered with a photo, the donor gets it without its place', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const dovecot = await startDovecot()
  onTestFinished(() => dovecot.stop())
  const env = {
    SMTP_URL: smtp.url,
    IMAP_URL: dovecot.urlFor(randomUUID()),
    MAIL_FROM: 'Свічка <svichka@example.org>',
    TEMPLE_EMAIL: 'temple@example.org',
  }
  const api = await startApi({ env })
  onTestFinished(() => api.close())
  const readMailbox = createMailboxReader(readConfig(env), api.services)

  const paymentIntentId = await api.mint(200)
  await api.pay(paymentIntentId)
  const order = buildOrder({
    email: 'donor@example.org',
    donationAmount: '200',
    prefersDonation: true,
  })
  const { body } = await api.post('/api/candle-orders', order, {
    'idempotency-key': paymentIntentId,
  })
  expect(body).toEqual({ success: true, emailNotifications: { userEmailSent: true } })

  await api.services.outbox.runOnce()
  const [thanks, notice] = smtp.received
  expect(thanks).toMatchObject({ to: [{ address: 'donor@example.org' }] })
  expect(thanks?.text).toContain('200\u00a0грн')
  expect(notice?.subject).toContain('★ Пожертва 200\u00a0грн')

  const photo = await takePhoto()
  await deliver(env.IMAP_URL, {
    from: 'temple@example.org',
    to: notice?.replyTo?.[0]?.address ?? '',
    subject: `Re: ${notice?.subject}`,
    text: 'Запалено.',
    attachments: [{ filename: 'IMG_1.jpg', content: photo }],
  })
  await readMailbox?.()
  await readMailbox?.()
  await api.services.outbox.runOnce()

  expect(smtp.received).toHaveLength(3)
  const report = smtp.received[2]
  expect(report).toMatchObject({ to: [{ address: 'donor@example.org' }] })
  const [picture] = report?.attachments ?? []
  const { exif, width, height } = await sharp(picture?.content as ArrayBuffer).metadata()
  expect({ exif, width, height }).toEqual({ width: 1200, height: 1600 })
}, 120_000)
