import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { arrangeForReading, digestEmail } from '../src/server/emails/digest'
import type { EmailSettings } from '../src/server/emails/layout'
import { noticeEmail } from '../src/server/emails/order-emails'
import { replyTakenEmail } from '../src/server/emails/reply-emails'
import { buildStoredOrder } from '../tests/integration/build-order'
import { buildMailConfig } from '../tests/integration/emails/mail-config'
import { sampleOrders } from './sample-orders'

const settings: EmailSettings = {
  ...buildMailConfig(),
  publicUrl: new URL('https://candle.example.org'),
  replyKey: 'key',
}

const at = Date.UTC(2026, 10, 20, 5, 0)
const quarterMs = 15 * 60_000
/** CSS pixels. */
const [phone, paper] = [390, 720]

/**
 * What the temple gets, for its guide: an order, a list with its sheet, the answer to a reply. The
 * candle in them is a letter: without a font for emoji (Debian: fonts-noto-color-emoji) it is a box.
 */
export async function takeEmailPictures(browser: Browser, folder: string): Promise<void> {
  const orders = sampleOrders.map(({ uah, ...order }, index) =>
    buildStoredOrder({
      ...order,
      email: order.email ?? null,
      id: `order-${index}`,
      code: `K7F3-9QX${index + 2}`,
      payment: uah > 0 ? 'paid' : 'none',
      confirmedKopiykas: uah * 100,
      createdAt: at - (sampleOrders.length - index) * quarterMs,
    }),
  )
  const first = orders[0] ?? buildStoredOrder()
  const target = { kind: 'order', code: first.code } as const
  const reply = { id: 'reply', sender: settings.templeEmail, subject: '', thread: [], target }
  const digest = digestEmail(settings, {
    code: 'D7F3-9QXM',
    sections: arrangeForReading(orders),
    at,
  })
  const taken = replyTakenEmail(settings, reply, {
    orders: [['lit', first]],
    remaining: [],
    photos: 1,
    unusable: 0,
    readers: 1,
    readAt: at + quarterMs,
    heldBack: 0,
  })
  await take('temple-order', noticeEmail(settings, first).html, phone)
  await take('temple-list', digest.html, phone)
  await take('temple-sheet', digest.sheetHtml ?? '', paper)
  await take('temple-answer', taken.html, phone)

  async function take(name: string, html: string, width: number): Promise<void> {
    const page = await browser.newPage({ viewport: { width, height: 200 }, deviceScaleFactor: 1.5 })
    await page.setContent(html)
    const png = await page.screenshot({ fullPage: true })
    await sharp(png)
      .webp({ quality: 70 })
      .toFile(join(folder, `${name}.webp`))
    await page.close()
  }
}
