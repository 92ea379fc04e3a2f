import { orderForTemple } from '../setup/order-for-temple'
import { type Product, startProduct } from '../setup/processes'
import { expect, test } from './form-test'
import { expectNoViolations, expectReflow } from './inspect-page'
import { drawPhoto, findParts } from './temple-parts'

/** Each order has a notice of its own. */
let own: Product
test.beforeAll(async () => {
  own = await startProduct({ env: { LIMIT_FACTOR: '1000', DIGEST_AFTER: '1000' } })
})
test.afterAll(() => own.stop())

test('the link in the temple’s email opens the order; a photo of a phone is sent and taken back', async ({
  page,
}) => {
  const link = own.url + (await orderForTemple(own, 'Свічка з фото'))
  await page.goto(link)
  const { lit, album, thumbs } = findParts(page)
  await expect(page.locator('.name')).toHaveText('Свічка з фото')
  await expect(lit).toHaveText('Свічку запалено')
  await album.setInputFiles('tests/integration/temple/photos/phone.heic')
  await expect(thumbs).toHaveText('HEIC')
  await lit.click()
  const result = page.getByRole('status')
  await expect(result).toContainText('Свічку запалено')
  await expect(result).toContainText(/лист із фото отримає 1.людина/)
  await expect(page.locator('.state')).toContainText('фото: 1')

  await page.getByRole('button', { name: 'русский' }).click()
  await expect(result).toContainText('Только что отмечено: 1 свеча')
  await page.getByRole('button', { name: 'Снять отметку' }).click()
  await expect(result).toContainText('Об этом ещё никому не писали')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(lit).toHaveText('Свеча зажжена')
})

test('another language keeps what is ticked and the chosen picture', async ({ page }) => {
  await page.goto(own.url + (await orderForTemple(own, 'Двома мовами')))
  const { lit, album, thumbs } = findParts(page)
  await album.setInputFiles({
    name: 'candle.png',
    mimeType: 'image/png',
    buffer: await drawPhoto(),
  })
  await page.getByRole('checkbox').uncheck()
  const english = page.getByRole('button', { name: 'English' })
  await english.click()
  await expect(page).toHaveURL(/\?lang=en$/)
  await expect(page).toHaveTitle(/^Candle/)
  await expect(english).toBeFocused()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await expect(thumbs.getByRole('button', { name: 'Remove the photo candle.png' })).toBeVisible()
  await page.getByRole('checkbox').check()
  await lit.click()
  await expect(page.locator('.state')).toContainText('photos: 1')
})

test('the page names a picture that cannot be used, and lights nothing', async ({ page }) => {
  await page.goto(own.url + (await orderForTemple(own, 'Свічка з файлом')))
  const { lit, album, thumbs } = findParts(page)
  await album.setInputFiles([
    { name: 'розклад.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    // A form sends neither of these names as it is.
    { name: 'the "best"\none.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('best') },
    { name: 'a\\b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('b') },
    { name: 'candle.png', mimeType: 'image/png', buffer: await drawPhoto() },
  ])
  await lit.click()
  await expect(page.getByRole('status')).toContainText('розклад.pdf: це не фото')
  await expect(page.locator('[type=checkbox]')).toBeChecked()
  await expect(thumbs.getByRole('button', { name: 'candle.png' })).toBeVisible()
  await expect(thumbs.getByRole('button')).toHaveCount(1)
  await lit.click()
  await expect(page.locator('.state')).toContainText('фото: 1')
})

test.describe('without the script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form marks the candle, sends the photo and takes it back', async ({ page }) => {
    await page.goto(own.url + (await orderForTemple(own, 'Без скрипта')))
    const { album } = findParts(page)
    await page.getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: 'русский' }).click()
    await expect(page).toHaveTitle(/^Свеча/)
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await page.getByRole('button', { name: 'українська' }).click()
    await page.getByRole('button', { name: 'Свічку запалено' }).click()
    await expect(page.getByRole('status')).toContainText('Нічого не змінено')
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await page.getByRole('checkbox').check()
    await album.setInputFiles({
      name: 'candle.png',
      mimeType: 'image/png',
      buffer: await drawPhoto(),
    })
    await page.getByRole('button', { name: 'Свічку запалено' }).click()
    await expect(page.getByRole('status')).toContainText('лист із фото')
    await expect(page).toHaveTitle(/^Свічку запалено/)
    await page.reload()
    await expect(page.locator('.state')).toContainText('фото: 1')
    await page.getByRole('button', { name: 'Помилилися?' }).click()
    await expect(page.getByRole('status')).toContainText('Більше не позначено: 1 свічка')
  })
})

test('the page says in three languages that a wrong link does not work', async ({ page }) => {
  const answer = await page.goto(`${own.url}/temple/k7f39qxm-0123456789012345678901`)
  expect(answer?.status()).toBe(404)
  await expectReflow(page)
  for (const title of ['Посилання не діє', 'Ссылка не действует', 'This link does not work'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expectNoViolations(page)
})
