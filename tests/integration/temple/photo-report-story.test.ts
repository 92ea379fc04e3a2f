import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { startEnvironment } from '../../faults/environment'
import { orderAt } from '../../setup/order-at'
import { startProduct } from '../../setup/processes'
import { takePhoto } from '../../setup/take-photo'
import { startSmtpServer } from '../emails/start-smtp-server'
import { linkIn } from './open-page'
import { sendSubmission } from './send-form'

it('an order becomes a notice, its page is ticked with a photo, the donor gets it without its place', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  // The built programs, which must find their decoder and their mail server.
  const env = await startEnvironment({
    env: {
      SMTP_URL: smtp.url,
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
  // Its reply would quote the signed link.
  expect(notice?.replyTo).toBeUndefined()
  expect(notice?.html).toMatch(/href="mailto:donor@example\.org\?subject=\w{4}-\w{4}"/)
  expect(thanks?.replyTo).toMatchObject([{ address: 'temple@example.org' }])

  const link = linkIn(notice, env.product.url)
  const page = await (await fetch(link)).text()
  const [, code = ''] = /name="order"[^>]* value="([^"]*)"/.exec(page) ?? []
  const photos = [{ name: 'IMG_1.jpg', bytes: await takePhoto(2400) }]
  const answer = await sendSubmission(link, { codes: [code], photos })
  expect(answer.status).toBe(303)
  const confirmation = await receive(3)
  expect(confirmation).toMatchObject({ to: [{ address: 'temple@example.org' }] })
  expect(linkIn(confirmation, env.product.url)).toBe(link.split('?')[0])

  env.advanceServer(15 * 60_000)
  const report = await receive(4)
  expect(report).toMatchObject({ to: [{ address: 'donor@example.org' }] })
  const [picture] = report?.attachments ?? []
  const { exif, width, height } = await sharp(picture?.content as ArrayBuffer).metadata()
  expect({ exif, width, height }).toEqual({ width: 1200, height: 1600 })
})

it('the demo prints where an email is, and the link in one to the temple', async () => {
  const product = await startProduct()
  onTestFinished(() => product.stop())
  const answer = await orderAt(product.url, { email: 'donor@example.org' })
  expect(answer.status).toBe(200)
  const printed = /^Email: {2}\S+temple-notice\S+\nTemple: (\S+)$/m
  await expect.poll(product.server.output).toMatch(printed)
  const [, link = ''] = printed.exec(product.server.output()) ?? []
  expect((await fetch(link)).status).toBe(200)
  expect(product.server.output().match(/^Email: /gm)).toHaveLength(1)
})
