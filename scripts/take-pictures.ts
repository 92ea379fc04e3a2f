import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import { type Language, languages } from '../src/shared/language'
import { startProduct } from '../tests/setup/processes'
import { findChromium } from './programs'
import { sampleOrders } from './sample-orders'
import { takeEmailPictures } from './take-email-pictures'

// `npm run pictures`: the README's pictures, from the built page with the card sandbox, and those of
// the temple's guide.

const folder = 'docs/pictures'
const schemes = ['light', 'dark'] as const
/** Sharper than shown, at about 50 kB each. */
const scale = 1.5
const quality = 70
/** The card form has come into view by then. */
const shownAfterMs = 3_000

await mkdir(folder, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
  env: { ...process.env, FONTCONFIG_FILE: resolve('tests/setup/fonts.conf') },
})
try {
  for (const language of languages)
    for (const scheme of schemes) await takePicture(browser, language, scheme)
  await takeEmailPictures(browser, folder)
} finally {
  await browser.close()
  await product.stop()
}

async function takePicture(
  browser: Browser,
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
  const png = await page.screenshot({ fullPage: true, omitBackground: true })
  const file = join(folder, `${language}-${scheme}.webp`)
  const { size } = await sharp(png).webp({ quality }).toFile(file)
  console.log(`${file}  ${Math.round(size / 1000)} kB`)
  await page.close()
}
