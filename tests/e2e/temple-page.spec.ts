import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type Language, languages } from '../../src/shared/language'
import type { TemplePageData } from '../../src/shared/temple-page'
import { closeGate } from '../setup/gate'
import { lightSample, loadTempleRenderer, sampleList, templePages } from '../setup/temple-sample'
import { expect, test } from './form-test'
import { compare, expectNoViolations, expectReflow } from './inspect-page'
import { drawPhoto, findParts } from './temple-parts'

const renderTemple = await loadTempleRenderer()

for (const [state, sample] of Object.entries(templePages))
  test(`the temple can use its page: ${state}`, async ({ page, product }) => {
    for (const language of languages) {
      await openSample(page, product.url, { ...sample, language })
      await expectReflow(page)
    }
    await expectNoViolations(page)
  })

test('the temple’s page looks right', async ({ page, product }) => {
  const open = (name: string, language: Language = 'uk') =>
    openSample(page, product.url, { ...(templePages[name] ?? sampleList), language })
  await page.emulateMedia({ colorScheme: 'light' })
  await open('list')
  await compare(page, 'temple-list')
  await open('lit')
  await compare(page, 'temple-lit')
  await open('doubtful')
  await compare(page, 'temple-doubtful')
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('with an unusable photo')
  await compare(page, 'temple-dark-unusable')
  await page.setViewportSize({ width: 320, height: 568 })
  await open('partly lit', 'ru')
  await compare(page, 'temple-dark-320-partly-lit')
  await page.emulateMedia({ colorScheme: null, forcedColors: 'active' })
  await open('partly lit')
  await compare(page, 'temple-forced-colours')
})

test('the button counts what is ticked', async ({ page, product }) => {
  await openSample(page, product.url, { ...lightSample([4], 0), result: null })
  const { lit, undo, hint, row } = findParts(page)
  await expect(lit).toHaveText('Запалено: 11 свічок')
  await expect(hint).toContainText('Листа без фото отримають 8 людей; 3 людини не залишили пошти.')
  await expect(undo).toBeHidden()
  for (const number of [1, 2, 3, 5, 6, 7, 8, 9, 10]) await row(number).uncheck()
  await expect(lit).toHaveText('Запалено: 2 свічки')
  await row(11).uncheck()
  await expect(lit).toHaveText('Запалено: 1 свічка')
  await expect(hint).toHaveText('Пошти немає: листа не буде.')
  await row(12).uncheck()
  await expect(lit).toHaveText('Нічого не позначено')
  await expect(lit).toHaveAttribute('aria-disabled', 'true')

  const toggle = page.locator('[name=toggle]')
  await toggle.click()
  await expect(lit).toHaveText('Запалено: 11 свічок')
  await expect(row(4)).not.toBeChecked()
  await expect(toggle).toHaveText('Зняти всі')
  await toggle.click()
  await row(4).check()
  await expect(lit).toHaveText('Спершу додайте фото')
  await expect(undo).toHaveText('Зняти «запалено»: 1 свічка')
  await expect(hint).toHaveText('Якщо зняти «запалено», ніхто нічого не помітить.')
})

test('all candles with a photo take two taps, three of five take three', async ({
  page,
  product,
}) => {
  await openSample(page, product.url, sampleList)
  const first = findParts(page)
  await answerPresses(page, [{ page: lightSample([1], 1) }, { page: lightSample([1, 2, 4], 0) }])
  const taps = await countTaps(page)
  // The field opens the camera or the album, which have taps of their own.
  const chooser = page.waitForEvent('filechooser')
  await first.album.click()
  await (await chooser).setFiles({
    name: 'candle.png',
    mimeType: 'image/png',
    buffer: await drawPhoto(),
  })
  await expect(first.thumbs.locator('canvas')).toHaveCount(1)
  await first.lit.click()
  await expect(page.getByRole('status')).toContainText('Запалено: 1 свічка')
  expect(await taps()).toBe(2)

  const { orders } = sampleList
  await openSample(page, product.url, { ...sampleList, orders: orders.slice(0, 5) })
  const { lit, row } = findParts(page)
  const more = await countTaps(page)
  await row(3).click()
  await row(5).click()
  await expect(lit).toHaveText('Запалено: 3 свічки')
  await lit.click()
  await expect(page.getByRole('status')).toContainText('Запалено: 3 свічки')
  expect(await more()).toBe(3)
})

test('a picture is made smaller and upright before it is sent', async ({ page, product }) => {
  await openSample(page, product.url, sampleList)
  const { album, thumbs, lit, hint } = findParts(page)
  const sideways = await sharp({
    create: { width: 3000, height: 1500, channels: 3, background: '#604020' },
  })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  await album.setInputFiles([
    { name: 'image.jpg', mimeType: 'image/jpeg', buffer: sideways },
    { name: 'image.jpg', mimeType: 'image/jpeg', buffer: sideways },
  ])
  await expect(thumbs.locator('canvas')).toHaveCount(2)
  await expect(hint).toContainText('Фото отримають 9 людей')
  await page.getByRole('button', { name: 'Прибрати фото image.jpg', exact: true }).click()
  await expect(thumbs.getByRole('button')).toHaveCount(1)
  await expect(thumbs.getByRole('button', { name: 'image (2).jpg' })).toBeFocused()

  const sent = await keepSent(page)
  await lit.click()
  await expect(page.getByRole('heading', { name: 'Запалено: 12 свічок' })).toBeVisible()
  const [form] = await sent()
  expect(form?.fields).toEqual([
    ['action', 'lit'],
    ...sampleList.orders.map(({ code }) => ['order', code]),
    ['photo', { name: 'image (2).jpg', width: 1024, height: 2048 }],
  ])
})

test('a picture that the browser cannot show is sent as it is', async ({ page, product }) => {
  await openSample(page, product.url, sampleList)
  const { album, thumbs, lit } = findParts(page)
  const heic = Buffer.from('\0\0\0\x18ftypheic not a picture for this browser')
  await album.setInputFiles({ name: 'IMG_2041.HEIC', mimeType: 'image/heic', buffer: heic })
  await expect(thumbs).toHaveText('HEIC')
  const sent = await keepSent(page)
  await lit.click()
  await expect(page.getByRole('heading', { name: 'Запалено: 12 свічок' })).toBeVisible()
  const [form] = await sent()
  expect(form?.fields.at(-1)).toEqual(['photo', { name: 'IMG_2041.HEIC', bytes: heic.length }])
})

test('at most five pictures are taken, none above 20 MB', async ({ page, product }) => {
  await openSample(page, product.url, sampleList)
  const { album, thumbs } = findParts(page)
  const file = (name: string, bytes: number) => ({
    name,
    mimeType: 'image/heic',
    buffer: Buffer.alloc(bytes),
  })
  await album.setInputFiles(file('huge.heic', 21 * 1024 * 1024))
  await expect(page.getByRole('alert')).toHaveText('huge.heic: більше за 20 МБ.')
  await expect(thumbs.getByRole('button')).toHaveCount(0)
  await album.setInputFiles([1, 2, 3, 4, 5, 6].map(number => file(`${number}.heic`, 10)))
  await expect(page.getByRole('alert')).toHaveText('Не більше 5 фото за раз.')
  await expect(thumbs.getByRole('button')).toHaveCount(5)
})

test('a press is sent once, however often it is pressed', async ({ page, product }) => {
  await openSample(page, product.url, sampleList)
  const gate = closeGate()
  const presses = await answerPresses(page, [{ page: lightSample([1], 0), after: gate.opened }])
  await findParts(page).lit.dblclick()
  await findParts(page).lit.click()
  gate.open()
  await expect(page.getByRole('status')).toBeFocused()
  await expect(page.getByRole('status')).toContainText('Запалено: 1 свічка')
  expect(presses()).toBe(1)
})

test.describe('when the connection breaks', () => {
  const photo = { name: 'candle.heic', mimeType: 'image/heic', buffer: Buffer.alloc(10) }

  test('ticks and pictures stay, and are sent again when asked', async ({ page, product }) => {
    await openSample(page, product.url, sampleList)
    const { lit, album, thumbs, row } = findParts(page)
    const presses = await answerPresses(page, ['broken', { page: lightSample([1, 2, 3], 1) }])
    for (const number of [4, 5, 6, 7, 8, 9, 10, 11, 12]) await row(number).uncheck()
    await album.setInputFiles(photo)
    await lit.click()
    await expect(page.getByRole('alert')).toContainText('Не вдалося надіслати')
    await expect(lit).toHaveText('Надіслати ще раз')
    await expect(thumbs).toHaveText('HEIC')
    await expect(row(3)).toBeChecked()
    await expect(row(4)).not.toBeChecked()
    expect(presses()).toBe(1)
    await lit.click()
    await expect(page.getByRole('heading', { name: 'Запалено: 3 свічки' })).toBeVisible()
    await expect(thumbs.getByRole('button')).toHaveCount(0)
    expect(presses()).toBe(2)
  })

  test('taking back says so where it was pressed', async ({ page, product }) => {
    await openSample(page, product.url, templePages.lit ?? sampleList)
    const presses = await answerPresses(page, [
      'broken',
      { page: templePages.undone ?? sampleList },
    ])
    const takeBack = page.locator('.undo [value=undo]')
    await takeBack.click()
    await expect(page.locator('.undo').getByRole('alert')).toContainText('Не вдалося надіслати')
    await takeBack.click()
    await expect(page.getByRole('status')).toContainText('Більше не позначено: 2 свічки')
    expect(presses()).toBe(2)
  })

  test('a press that arrived without an answer is not sent again', async ({ page, product }) => {
    await openSample(page, product.url, sampleList)
    const { lit, album } = findParts(page)
    const presses = await answerPresses(page, ['broken'])
    await album.setInputFiles(photo)
    await lit.click()
    await expect(lit).toHaveText('Надіслати ще раз')
    await openSample(
      page,
      product.url,
      { ...lightSample([...Array(13).keys()], 1), result: null },
      false,
    )
    await lit.click()
    await expect(page.getByRole('heading', { name: 'Щойно позначено: 12 свічок' })).toBeVisible()
    expect(presses()).toBe(1)
  })

  test('a press is not sent onto a list that somebody else has changed', async ({
    page,
    product,
  }) => {
    await openSample(page, product.url, sampleList)
    const { lit, album, thumbs, row } = findParts(page)
    const presses = await answerPresses(page, ['broken', { page: lightSample([1, 2], 1) }])
    await row(12).uncheck()
    await album.setInputFiles(photo)
    await lit.click()
    await expect(lit).toHaveText('Надіслати ще раз')
    await openSample(page, product.url, { ...lightSample([1], 0), result: null }, false)
    await lit.click()
    await expect(page.getByRole('alert')).toContainText('Тим часом список змінився')
    await expect(thumbs).toHaveText('HEIC')
    await expect(row(1)).toBeChecked()
    await expect(row(12)).not.toBeChecked()
    await expect(lit).toHaveText('Запалено: 10 свічок')
    expect(presses()).toBe(1)
    await lit.click()
    await expect(page.getByRole('heading', { name: 'Запалено: 2 свічки' })).toBeVisible()
    expect(presses()).toBe(2)
  })
})

test('what the server rejects changes nothing on the page', async ({ page, product }) => {
  await openSample(page, product.url, sampleList)
  const { lit, album, thumbs, row } = findParts(page)
  const busy = templePages.busy ?? sampleList
  const unusable = templePages['with an unusable photo'] ?? sampleList
  await answerPresses(page, [{ page: busy }, { page: unusable }])
  await row(12).uncheck()
  await album.setInputFiles([
    { name: 'candle.heic', mimeType: 'image/heic', buffer: Buffer.alloc(10) },
    { name: 'IMG_2041.HEIC', mimeType: 'image/heic', buffer: Buffer.alloc(10) },
  ])
  await lit.click()
  await expect(page.getByRole('alert')).toContainText('Зачекайте хвилину')
  await expect(row(12)).not.toBeChecked()
  await expect(thumbs.getByRole('button')).toHaveCount(2)
  await lit.click()
  await expect(page.getByText('IMG_2041.HEIC: файл пошкоджено')).toBeVisible()
  await expect(thumbs.getByRole('button', { name: /candle/ })).toBeVisible()
  await expect(thumbs.getByRole('button')).toHaveCount(1)
})

/** Serves a page in place of a real notice's; its files come from the server. */
async function openSample(page: Page, url: string, sample: TemplePageData, navigates = true) {
  const address = `${url}${sample.path}?lang=${sample.language}`
  await page.route(`${url}${sample.path}*`, route =>
    route.request().method() === 'GET'
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: renderTemple(sample) })
      : route.fallback(),
  )
  if (navigates) await page.goto(address)
}

type PressAnswer = 'broken' | { page: TemplePageData; after?: Promise<void> }

/** Answers presses in turn; tells how many there were. */
async function answerPresses(page: Page, answers: PressAnswer[]) {
  let presses = 0
  await page.route('**/temple/sample*', async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answer = answers[presses++] ?? 'broken'
    if (answer === 'broken') return route.abort()
    await answer.after
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: renderTemple(answer.page),
    })
  })
  return () => presses
}

/** Presses by a finger or the mouse. */
async function countTaps(page: Page) {
  await page.evaluate(() => {
    let taps = 0
    addEventListener('pointerdown', () => Object.assign(window, { taps: ++taps }))
  })
  return () => page.evaluate(() => Reflect.get(window, 'taps'))
}

type SentField = [name: string, value: unknown]

/** Keeps what the page's script sends: the browser's own tools show no bytes of a file. */
async function keepSent(page: Page) {
  await answerPresses(page, [{ page: lightSample([...Array(13).keys()], 1) }])
  await page.evaluate(() => {
    const sent: FormData[] = []
    Object.assign(window, { sent })
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) sent.push(body)
      send.call(this, body)
    }
  })
  return () =>
    page.evaluate(async () => {
      const sent: FormData[] = Reflect.get(window, 'sent')
      const describe = async (value: FormDataEntryValue) => {
        if (typeof value === 'string') return value
        const { name, size: bytes } = value
        const picture = await createImageBitmap(value, { imageOrientation: 'none' }).catch(
          () => null,
        )
        return picture ? { name, width: picture.width, height: picture.height } : { name, bytes }
      }
      return Promise.all(
        sent.map(async form => ({
          fields: await Promise.all(
            [...form].map(
              async ([name, value]): Promise<SentField> => [name, await describe(value)],
            ),
          ),
        })),
      )
    })
}
