import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Email } from '../../src/server/db/schema'
import {
  candleLitEmails,
  reportWithdrawnEmails,
  thanksEmails,
} from '../../src/server/emails/donor-emails'
import { noticeEmail } from '../../src/server/emails/notice-email'
import { reversalEmails } from '../../src/server/emails/payment-emails'
import { summaryEmail } from '../../src/server/emails/summary-email'
import { type Language, languages } from '../../src/shared/language'
import { buildStoredOrder, paid } from '../integration/build-order'
import { buildEmailSettings, buildTemple } from '../integration/emails/mail-config'
import { expect, test } from './form-test'
import { compare, expectNoViolations } from './inspect-page'

// Emails as a mail program on a phone shows them.

const at = Date.UTC(2026, 10, 20, 9, 20)
const longWord = 'Неперевершеннопревелебнопреосвященнійшого'

function writeEmails(language: Language): Record<string, Email | undefined> {
  const temple = buildTemple({ town: 'Kyiv' })
  const settings = buildEmailSettings({ templeLanguage: language, temple })
  const purpose = 'За здоров’я та мир у домі'
  const order = buildStoredOrder({ ...paid, language, name: 'Марії, Петра з родиною', purpose })
  const lit = { ...order, litAt: at, fulfilment: 'lit' } as const
  const payment = { paymentIntentId: 'pi_12345678', livemode: true }
  const refund = { id: 'entry', amountKopiykas: 10_000, leftKopiykas: 10_000, payment }
  return {
    notice: noticeEmail(settings, order),
    'notice of many names': noticeEmail(settings, { ...order, name: `${longWord} `.repeat(9) }),
    'notice of an order without words': noticeEmail(settings, {
      ...order,
      ...{ name: '', purpose: '', needsDetails: true, possibleDouble: true },
    }),
    thanks: thanksEmails(settings, order)[0],
    photo: candleLitEmails(settings, lit, { id: 'photos', count: 1 })[0],
    'photo that came later': candleLitEmails(settings, lit, null)[0],
    correction: reportWithdrawnEmails(settings, order)[0],
    refund: reversalEmails(settings, order, { ...refund, news: 'part' })[0],
    dispute: reversalEmails(settings, order, { ...refund, news: 'disputed' })[0],
    summary: summaryEmail(settings, {
      ...{ id: 'summary', at, waiting: { count: 37, paid: 4, old: 9 }, linksEnded: true },
    }),
  }
}

/** In the landmark of a mail program. `photo`: without one, as in a program that shows no pictures. */
async function show(page: Page, email: Email | undefined, photo = 'data:,') {
  const html = email?.htmlBody.replaceAll(/cid:photo[-\d]*/g, photo) ?? ''
  await page.setContent(html.replace(/(<body[^>]*>)(.*)(<\/body>)/s, '$1<main>$2</main>$3'))
}

async function drawPhoto(): Promise<string> {
  const create = { width: 800, height: 600, channels: 3, background: '#8a4f1f' } as const
  const jpeg = await sharp({ create }).jpeg().toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

for (const language of languages)
  test(`emails in ${language} can be read on any screen, light and dark`, async ({ page }) => {
    for (const [name, email] of Object.entries(writeEmails(language))) {
      await show(page, email)
      for (const width of [600, 360, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide, `${name}, ${width} px`).toBeLessThanOrEqual(width)
      }
      await expectNoViolations(page)
    }
  })

test('the temple sees name and button of a notice at a glance', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const language of languages) {
    const { notice } = writeEmails(language)
    await show(page, notice)
    const box = await page.locator('a', { hasText: /:/ }).first().boundingBox()
    expect(box?.y, language).toBeGreaterThan(0)
    expect((box?.y ?? 0) + (box?.height ?? 0), language).toBeLessThanOrEqual(260)
    expect(box?.height).toBeGreaterThanOrEqual(54)
    expect(box?.width).toBeGreaterThan(300)
  }
})

test('emails look right', async ({ page }) => {
  const { notice, photo, summary } = writeEmails('uk')
  await page.setViewportSize({ width: 360, height: 640 })
  await show(page, photo, await drawPhoto())
  await compare(page, 'email-photo')
  await page.emulateMedia({ colorScheme: 'dark' })
  await show(page, notice)
  await compare(page, 'email-dark-notice')
  await show(page, summary)
  await compare(page, 'email-dark-summary')
})
