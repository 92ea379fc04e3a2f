import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { startEnvironment } from '../../faults/environment'
import { deliver, takePhoto } from './reply-by-mail'
import { startDovecot } from './start-dovecot'
import { startSmtpServer } from './start-smtp-server'

it('an order becomes a notice, the notice is answered with a photo, the donor gets it without its place', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const dovecot = await startDovecot()
  onTestFinished(() => dovecot.stop())
  const imapUrl = dovecot.urlFor(randomUUID())
  // The built programs, which must find their decoder, mail and mailbox.
  const env = await startEnvironment({
    env: {
      SMTP_URL: smtp.url,
      IMAP_URL: imapUrl,
      MAIL_FROM: 'Свічка <svichka@example.org>',
      TEMPLE_EMAIL: 'temple@example.org',
    },
  })
  onTestFinished(() => env.close())
  const receive = async (count: number) => {
    await env.until(`${count} emails have come`, () => smtp.received.length >= count)
    expect(smtp.received).toHaveLength(count)
    return smtp.received[count - 1]
  }

  const visitor = env.visitor('Марія', 'donor@example.org')
  await visitor.choose(200)
  await visitor.pay()
  expect(await visitor.order()).toMatchObject({ status: 200, body: { success: true } })
  await receive(2)
  const [thanks, notice] = ['donor@example.org', 'temple@example.org'].map(address =>
    smtp.received.find(({ to }) => to?.[0]?.address === address),
  )
  expect(thanks?.text).toContain('200\u00a0грн')
  expect(notice?.subject).toContain('★ Пожертва 200\u00a0грн')

  await deliver(imapUrl, {
    from: 'temple@example.org',
    to: notice?.replyTo?.[0]?.address ?? '',
    subject: `Re: ${notice?.subject}`,
    text: 'Запалено.',
    attachments: [{ filename: 'IMG_1.jpg', content: await takePhoto(2400) }],
  })
  // The mailbox is read at every start.
  await env.kill()
  await env.start()
  expect((await receive(3))?.subject).toBe(`Re: ${notice?.subject}`)

  env.advanceServer(15 * 60_000)
  const report = await receive(4)
  expect(report).toMatchObject({ to: [{ address: 'donor@example.org' }] })
  const [picture] = report?.attachments ?? []
  const { exif, width, height } = await sharp(picture?.content as ArrayBuffer).metadata()
  expect({ exif, width, height }).toEqual({ width: 1200, height: 1600 })
})
