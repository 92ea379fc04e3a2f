import { readFile } from 'node:fs/promises'
import { orderForTemple } from '../setup/order-for-temple'
import { loadPageRenderer } from '../setup/temple-sample'
import { expect, test } from './form-test'
import { expectNoViolations, expectReflow } from './inspect-page'
import { drawPhoto, drawTurnedPhoto, findParts } from './temple-parts'

const { renderEndedLink } = await loadPageRenderer()

test('the link in the temple’s email opens at its order; photos are sent after a broken connection, and taken back', {
  tag: ['@engines', '@quick'],
}, async ({ page, product, url }) => {
  await page.goto(url + (await orderForTemple(product, 'Свічка з фото')))
  const { lit, album, thumbs, hint, row } = findParts(page)
  await expect(row('Свічка з фото')).toBeFocused()
  await row('Свічка з фото').check()
  // Another language keeps what is ticked, and no more.
  for (const [language, code] of [
    ['English', 'en'],
    ['українська', 'uk'],
  ] as const) {
    await page.getByRole('button', { name: language }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await expect(row('Свічка з фото')).toBeChecked()
    await expect(page.locator(':checked')).toHaveCount(1)
  }
  const phone = await readFile('tests/integration/temple/photos/phone.heic')
  await album.setInputFiles([
    { name: 'turned.jpg', mimeType: 'image/jpeg', buffer: await drawTurnedPhoto() },
    { name: 'phone.heic', mimeType: 'image/heic', buffer: phone },
  ])
  // The browser draws what it can.
  await expect(thumbs.locator('canvas')).toHaveCount(1)
  await expect(thumbs).toContainText('HEIC')
  await expect(hint).toHaveText('Фото отримає 1 людина.')

  await page.route('**/temple/**', route => route.abort())
  await lit.click()
  await expect(page.locator('.act .trouble')).toContainText('Не вдалося надіслати')
  await expect(lit).toHaveText('Надіслати ще раз')
  await page.unroute('**/temple/**')
  await lit.click()
  const result = page.getByRole('status')
  await expect(result).toContainText('Запалено: 1 свічка')
  await expect(result).toContainText(/лист із фото отримає 1.людина/)
  await expect(result).toBeFocused()
  // A reload would announce it again.
  await expect(page).not.toHaveURL(/submission=/)
  await page.locator('summary').click()
  await expect(page.locator('.state').first()).toContainText('фото: 2')

  await page.getByRole('button', { name: 'русский' }).click()
  await expect(page.locator('.last')).toContainText('Только что зажжено: 1')
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(page.getByRole('status')).toContainText('Об этом ещё никому не писали')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(row('Свічка з фото')).not.toBeChecked()
  const overflow = () =>
    scrollX + document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBe(0)
})

test('the page names a picture that cannot be used, and lights nothing', async ({
  page,
  product,
  url,
}) => {
  await page.goto(url + (await orderForTemple(product, 'Свічка з файлом')))
  const { lit, album, thumbs, row } = findParts(page)
  await row('Свічка з файлом').check()
  await album.setInputFiles([
    { name: 'розклад.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    // A form sends neither of these names as it is.
    { name: 'the "best"\none.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('best') },
    { name: 'a\\b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('b') },
    { name: 'candle.png', mimeType: 'image/png', buffer: await drawPhoto() },
  ])
  await lit.click()
  await expect(page.locator('.act .trouble')).toContainText('розклад.pdf: це не фото', {
    // Each picture is decoded in a process of its own.
    timeout: 90_000,
  })
  await expect(row('Свічка з файлом')).toBeChecked()
  await expect(thumbs.getByRole('button', { name: 'candle.png' })).toBeVisible()
  await expect(thumbs.getByRole('button')).toHaveCount(1)
  await lit.click()
  await expect(page.getByRole('status')).toContainText('лист із фото')
})

test.describe('without the script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form marks the candle, sends the photo and takes it back', async ({
    page,
    product,
    url,
  }) => {
    await page.goto(url + (await orderForTemple(product, 'Храм без скрипта')))
    const { album, row } = findParts(page)
    await expect(row('Храм без скрипта')).toBeFocused()
    await row('Храм без скрипта').check()
    await page.getByRole('button', { name: 'русский' }).click()
    await expect(page).toHaveTitle(/^Свечи/)
    await expect(row('Храм без скрипта')).toBeChecked()
    await page.getByRole('button', { name: 'українська' }).click()
    await row('Храм без скрипта').uncheck()
    await page.getByRole('button', { name: 'Так, запалено' }).click()
    await expect(page.getByRole('status')).toContainText('Нічого не змінено')
    await expect(row('Храм без скрипта')).not.toBeChecked()
    await row('Храм без скрипта').check()
    await album.setInputFiles({
      name: 'candle.png',
      mimeType: 'image/png',
      buffer: await drawPhoto(),
    })
    await page.getByRole('button', { name: 'Так, запалено' }).click()
    await expect(page.getByRole('status')).toContainText('лист із фото')
    await expect(page).toHaveTitle(/^Запалено: 1/)
    await page.getByRole('button', { name: 'Скасувати' }).click()
    await expect(page.getByRole('status')).toContainText('Знову не запалено: 1 свічка')
  })
})

test('the page says in three languages that a wrong link does not work', async ({ page, url }) => {
  const answer = await page.goto(`${url}/temple/20261127-${'0'.repeat(32)}`)
  expect(answer?.status()).toBe(404)
  await expectReflow(page)
  for (const title of ['Посилання не діє', 'Ссылка не действует', 'This link does not work'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expectNoViolations(page)
})

test('an ended link can ask for a new one', async ({ page, url }) => {
  await page.route('**/temple/ended*', route =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: renderEndedLink({ language: 'uk', isSent: route.request().method() === 'POST' }),
    }),
  )
  await page.goto(`${url}/temple/ended`)
  await expectReflow(page)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Надіслати храму нове посилання' }).click()
  await expect(page.getByRole('status')).toContainText('Нове посилання надіслано')
})
