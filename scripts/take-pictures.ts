import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { arrangeForReading, formatSheet } from '../src/cli/sheet'
import { localTexts } from '../src/server/emails/format'
import { noticeEmail } from '../src/server/emails/notice-email'
import { type Language, languages } from '../src/shared/language'
import { buildStoredOrder } from '../tests/integration/build-order'
import { buildEmailSettings } from '../tests/integration/emails/mail-config'
import { startProduct } from '../tests/setup/processes'
import { loadTempleRenderer, sampleList, templePages } from '../tests/setup/temple-sample'
import { findChromium } from './find-chromium'
import { sampleOrders } from './sample-orders'

// `npm run pictures`: the README's pictures, from the built page with the card sandbox, and those of
// the temple's guide.

const folder = 'docs/pictures'
const schemes = ['light', 'dark'] as const
/** Sharper than shown, at about 50 kB each. */
const scale = 1.5
const quality = 70
/** The card form has come into view by then. */
const shownAfterMs = 3_000

const settings = buildEmailSettings({ publicUrl: new URL('https://candle.example.org') })
const at = Date.UTC(2026, 10, 20, 5, 0)
const quarterMs = 15 * 60_000

/** The examples of .env.example. */
const church = {
  TEMPLE_NAME: 'Храм святителя Миколая',
  TEMPLE_NAME_RU: 'Храм святителя Николая',
  TEMPLE_NAME_EN: 'St Nicholas Church',
  TEMPLE_TOWN: 'Київ',
  TEMPLE_TOWN_RU: 'Киев',
  TEMPLE_TOWN_EN: 'Kyiv',
}

await mkdir(folder, { recursive: true })
const product = await startProduct({ env: church })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
  env: { ...process.env, FONTCONFIG_FILE: resolve('tests/setup/fonts.conf') },
})
try {
  for (const language of languages)
    for (const scheme of schemes) await takeFormPicture(language, scheme)
  await takeEmailPictures()
  await takeTemplePictures()
} finally {
  await browser.close()
  await product.stop()
}

async function takeFormPicture(
  language: Language,
  scheme: (typeof schemes)[number],
): Promise<void> {
  const page = await browser.newPage({
    // As tall as the form, because the browser draws only what it shows.
    viewport: { width: 382, height: 1320 },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const order = sampleOrders.find(sample => sample.language === language)
  await page.goto(`${product.url}/?lang=${language}`)
  await page.locator('[name=forWhom]').fill(order?.name ?? '')
  await page.locator('[name=purpose]').fill(order?.purpose ?? '')
  await page.locator('[name=email]').fill(order?.email ?? '')
  await page.locator('[name=amount][value="200"]').check({ force: true })
  await page.locator('[name=pay]:enabled').waitFor()
  await sleep(shownAfterMs)
  await save(page, `${language}-${scheme}`)
}

/** Takes a notice to the temple, and the sheet of `svichka list --print`. */
async function takeEmailPictures(): Promise<void> {
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
  await takeHtml('temple-order', noticeEmail(settings, first).htmlBody)
  const texts = localTexts(settings.templeLanguage, settings.digest.timeZone)
  await takeHtml('temple-sheet', formatSheet(arrangeForReading(orders), at, texts), 720)
}

/** Takes the page that the email's button opens, with a photo chosen and after its submission. */
async function takeTemplePictures(): Promise<void> {
  const renderTemple = await loadTempleRenderer()
  for (const [name, shown] of [
    ['temple-page', sampleList],
    ['temple-lit', templePages.lit ?? sampleList],
  ] as const) {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: scale,
      hasTouch: true,
      isMobile: true,
    })
    const body = renderTemple(shown)
    await page.route(`**${shown.path}`, route => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(product.url + shown.path)
    if (shown === sampleList) {
      const photo = { name: 'candle.png', mimeType: 'image/png', buffer: await drawCandle() }
      await page.locator('[name=photo]').setInputFiles(photo)
      await page.locator('.thumbs canvas').waitFor()
    }
    await save(page, name, false)
  }
}

function drawCandle(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">
    <radialGradient id="glow" cy=".4"><stop stop-color="#ffcf74"/><stop offset=".35" stop-color="#8a4f1f"/>
    <stop offset="1" stop-color="#1d0f09"/></radialGradient><rect width="900" height="900" fill="url(#glow)"/>
    <path d="M430 460h40v440h-40z" fill="#e6c07a"/><path d="M450 250q70 130 0 200q-70-70 0-200" fill="#fff3c4"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Takes a page as wide as a phone, as mail programs show emails. */
async function takeHtml(name: string, html: string, width = 390): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 200 }, deviceScaleFactor: scale })
  await page.setContent(html)
  await save(page, name)
}

async function save(page: Page, name: string, fullPage = true): Promise<void> {
  const png = await page.screenshot({ fullPage, omitBackground: true })
  const file = join(folder, `${name}.webp`)
  const { size } = await sharp(png).webp({ quality }).toFile(file)
  console.log(`${file}  ${Math.round(size / 1000)} kB`)
  await page.close()
}
