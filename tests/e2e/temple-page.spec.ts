import { truncateSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { Language } from '../../src/shared/language'
import type { TemplePageData } from '../../src/shared/temple-page'
import { closeGate } from '../setup/gate'
import { isFull } from '../setup/is-full'
import {
  arrangeSample,
  fillSample,
  lightSample,
  loadTempleRenderer,
  sampleList,
  templePages,
} from '../setup/temple-sample'
import { expect, test } from './form-test'
import { compare, expectNoViolations, expectReflow, measuredLanguages } from './inspect-page'
import { drawPhoto, drawTurnedPhoto, findParts } from './temple-parts'

const renderTemple = await loadTempleRenderer()

test('the temple can use its page in every state', { tag: '@quick' }, async ({ page, product }) => {
  const states = Object.entries(templePages).filter(
    ([state]) => isFull || ['list', 'lit'].includes(state),
  )
  for (const [state, sample] of states)
    await test.step(state, async () => {
      for (const language of measuredLanguages) {
        await page.setViewportSize({ width: 390, height: 844 })
        await openSample(page, product.url, { ...sample, language })
        await expectReflow(page)
      }
      // A button that the bar covers in part is no small one.
      await page.setViewportSize({ width: 390, height: 4_000 })
      await expectNoViolations(page)
    })
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
  await open('a long list')
  await compare(page, 'temple-long-list')
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('with an unusable photo')
  await compare(page, 'temple-dark-unusable')
  await page.setViewportSize({ width: 320, height: 568 })
  await open('partly lit', 'ru')
  await compare(page, 'temple-dark-320-partly-lit')
  await page.emulateMedia({ colorScheme: null, forcedColors: 'active' })
  await open('partly lit')
  await compare(page, 'temple-forced-colours')
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await page.setViewportSize({ width: 700, height: 1000 })
  await open('list')
  await compare(page, 'temple-sheet')
})

test('with text of double size the bar ends the list instead of hiding it, and no ring covers a name', async ({
  page,
  product,
}) => {
  await openSample(page, product.url, lightSample([1, 2, 3], 0))
  const position = () => page.locator('.bar').evaluate(bar => getComputedStyle(bar).position)
  expect(await position()).toBe('sticky')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect.poll(position).toBe('static')
  for (const row of await page.locator('.row').all()) {
    const [ring, name] = [row.locator('.box'), row.locator('.name')]
    const [{ x = 0, width = 0 } = {}, { x: left = 0 } = {}] = [
      (await ring.boundingBox()) ?? {},
      (await name.boundingBox()) ?? {},
    ]
    expect(x + width).toBeLessThan(left)
  }
})

test('nothing is ticked, and one button ticks all, deaf to the second tap of a double tap', async ({
  page,
  product,
}) => {
  await openSample(page, product.url, sampleList)
  const submissions = await answerSubmissions(page, [lightSample([1], 0)])
  const { lit, hint, boxes } = findParts(page)
  await expect(page.locator(':checked')).toHaveCount(0)
  // Enter sends no form.
  await boxes.first().check()
  await boxes.first().press('Enter')
  await expect(boxes.first()).toBeChecked()
  await expect(page).toHaveURL(/lang=uk/)
  await boxes.first().uncheck()
  await expect(lit).toHaveText('Позначити всі 12')
  await expect(hint).toContainText('Торкніться свічок, які горять.')
  await lit.dblclick()
  await expect(lit).toHaveText('Так, запалено: 12 свічок')
  await expect(hint).toHaveText('Листа без фото отримають 9 людей, хоча фото обіцяно.')
  for (const box of await boxes.all()) await expect(box).toBeChecked()
  expect(submissions()).toBe(0)
})

test('the button counts what is ticked, each section has its own', async ({ page, product }) => {
  await openSample(page, product.url, { ...lightSample([4], 0), result: null })
  const { lit, undo, hint, row } = findParts(page)
  await expect(lit).toHaveText('Позначити всі 11')
  await expect(undo).toBeHidden()
  await row('новопреставленого Івана').check()
  await row('усіх подорожніх').check()
  await expect(lit).toHaveText('Так, запалено: 2 свічки')
  await expect(hint).toHaveText('Листа без фото отримає 1 людина, хоча фото обіцяно.')
  await row('новопреставленого Івана').uncheck()
  await expect(lit).toHaveText('Так, запалено: 1 свічка')
  await expect(hint).toHaveText(
    'Листів не буде: їх отримують лише ті, хто пожертвував і залишив пошту.',
  )
  await row('усіх подорожніх').uncheck()

  const all = page.locator('#health [name=all]')
  await expect(all).toHaveText('Усі 3')
  await all.click()
  await expect(lit).toHaveText('Так, запалено: 3 свічки')
  await expect(all).toHaveText('Зняти галочки')
  await all.click()
  await page.locator('summary').click()
  await row('Ольги').check()
  await expect(lit).toHaveText('Спершу додайте фото')
  await expect(lit).toHaveAttribute('aria-disabled', 'true')
  await expect(undo).toHaveText('Зняти «запалено»: 1 свічка')
  await expect(hint).toHaveText('Якщо зняти «запалено», листів про це не буде.')
})

test('eight orders of eight emails are lit in three taps, from any of them', async ({
  page,
  product,
}) => {
  const sections = arrangeSample(sampleList.sections.flatMap(({ orders }) => orders).slice(0, 8))
  const at = sections.flatMap(({ orders }) => orders)[4] ?? null
  await openSample(page, product.url, { ...sampleList, sections, at })
  await answerSubmissions(page, [{ ...lightSample([1], 1), result: lightSample([1], 1).result }])
  const { album, lit, thumbs } = findParts(page)
  await expect(page.locator(`[value="${at?.code}"]`)).toBeInViewport()
  const taps = await countTaps(page)
  // The field opens the camera or the album, which have taps of their own.
  const chooser = page.waitForEvent('filechooser')
  await album.click()
  const picture = { name: 'candle.png', mimeType: 'image/png', buffer: await drawPhoto() }
  await (await chooser).setFiles(picture)
  await expect(thumbs.locator('canvas')).toHaveCount(1)
  await lit.click()
  await expect(lit).toHaveText('Так, запалено: 8 свічок')
  await page.waitForTimeout(800)
  expect(await taps()).toBe(2)
  await lit.click()
  await expect(page.getByRole('heading', { name: 'Запалено: 1 свічка' })).toBeVisible()
})

test('a link that leaves this part of the list asks first while something is ticked', async ({
  page,
  product,
}) => {
  await openSample(page, product.url, fillSample(450))
  const next = page.locator('[rel=next]')
  const { boxes } = findParts(page)
  await boxes.first().check()
  let asked = 0
  page.on('dialog', async dialog => {
    asked += 1
    await dialog.dismiss()
  })
  await next.click()
  expect(asked).toBe(1)
  await expect(boxes.first()).toBeChecked()
  await boxes.first().uncheck()
  await next.click()
  await expect(page).toHaveURL(/after=4\.1\.a/)
  expect(asked).toBe(1)
})

test('pictures are offered only where somebody would get one', async ({ page, product }) => {
  const sections = sampleList.sections.map(section => ({
    ...section,
    orders: section.orders.map(order => ({ ...order, hasAddress: false })),
  }))
  await openSample(page, product.url, { ...sampleList, sections })
  await expect(page.locator('[type=file]')).toHaveCount(0)
  await openSample(page, product.url, sampleList)
  await expect(page.locator('[name=photo]')).toHaveCount(1)
})

test('a picture is made smaller and upright before it is sent', async ({ page, product }) => {
  await openSample(page, product.url, sampleList)
  const { album, thumbs, lit, hint } = findParts(page)
  const sideways = { name: 'image.jpg', mimeType: 'image/jpeg', buffer: await drawTurnedPhoto() }
  await album.setInputFiles([sideways, sideways])
  await expect(thumbs.locator('canvas')).toHaveCount(2)
  await page.getByRole('button', { name: 'Прибрати фото image.jpg', exact: true }).first().click()
  await expect(thumbs.getByRole('button')).toHaveCount(1)
  await expect(thumbs.getByRole('button')).toBeFocused()

  const sent = await keepSent(page)
  await pressAll(page, lit)
  await expect(hint).toHaveText('Фото отримають 9 людей.')
  await expect.poll(async () => (await sent()).length).toBe(1)
  const [form] = await sent()
  const codes = form?.fields.filter(([name]) => name === 'order').map(([, code]) => code)
  expect(codes?.toSorted()).toEqual(listCodes(sampleList).toSorted())
  expect(form?.fields.filter(([name]) => name === 'action')).toEqual([['action', 'lit']])
  expect(form?.fields.filter(([name]) => name === 'photo')).toEqual([
    ['photo', { name: 'image.jpg', width: 1024, height: 2048 }],
  ])
})

test('a picture is sent as it is where a canvas gives back noise, or the browser cannot show it', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (...rest) {
      const context = this.getContext('2d')
      for (let x = 0; x < this.width; x += 4) {
        if (context) context.fillStyle = `rgb(${(x * 37) % 255} ${(x * 91) % 255} 200)`
        context?.fillRect(x, 0, 4, this.height)
      }
      toBlob.apply(this, rest)
    }
  })
  await openSample(page, product.url, sampleList)
  const { album, thumbs, lit } = findParts(page)
  const heic = Buffer.from('\0\0\0\x18ftypheic not a picture for this browser')
  await album.setInputFiles([
    { name: 'candle.png', mimeType: 'image/png', buffer: await drawPhoto() },
    { name: 'IMG_2041.HEIC', mimeType: 'image/heic', buffer: heic },
  ])
  await expect(thumbs.locator('canvas')).toHaveCount(1)
  await expect(thumbs).toContainText('HEIC')
  const sent = await keepSent(page)
  await pressAll(page, lit)
  await expect.poll(async () => (await sent()).length).toBe(1)
  const [form] = await sent()
  expect(form?.fields.filter(([name]) => name === 'photo')).toEqual([
    ['photo', { name: 'candle.png', width: 900, height: 700 }],
    ['photo', { name: 'IMG_2041.HEIC', bytes: heic.length }],
  ])
  expect(form?.types).toEqual(['image/png', 'image/heic'])
})

test('at most five pictures are taken, none above 20 MB, and none that the phone no longer hands out', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const { arrayBuffer } = Blob.prototype
    Blob.prototype.arrayBuffer = function () {
      const isGone = this instanceof File && this.name === 'gone.jpg'
      if (isGone) return Promise.reject(new DOMException('gone', 'NotReadableError'))
      return arrayBuffer.call(this)
    }
  })
  await openSample(page, product.url, sampleList)
  const { album, thumbs } = findParts(page)
  const trouble = page.locator('.act .trouble')
  const huge = test.info().outputPath('huge.heic')
  writeFileSync(huge, '')
  truncateSync(huge, 21 * 1024 * 1024)
  await album.setInputFiles(huge)
  await expect(trouble).toHaveText('huge.heic: більше за 20 МБ.')
  await expect(thumbs.getByRole('button')).toHaveCount(0)
  await album.setInputFiles([
    { name: 'gone.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto() },
    { name: 'here.png', mimeType: 'image/png', buffer: await drawPhoto() },
  ])
  await expect(trouble).toContainText('gone.jpg: телефон не віддає')
  await expect(thumbs.getByRole('button')).toHaveCount(1)
  await expect(thumbs.getByRole('button', { name: 'here.png' })).toBeVisible()
  const small = { mimeType: 'image/heic', buffer: Buffer.alloc(10) }
  await album.setInputFiles(
    [1, 2, 3, 4, 5, 6].map(number => ({ name: `${number}.heic`, ...small })),
  )
  await expect(trouble).toHaveText('Не більше 5 фото за раз.')
  await expect(thumbs.getByRole('button')).toHaveCount(5)
})

test('a submission is sent once, however often its button is clicked, and the browser goes to its result', {
  tag: '@quick',
}, async ({ page, product }) => {
  await openSample(page, product.url, sampleList)
  const gate = closeGate()
  const submissions = await answerSubmissions(page, [lightSample([1], 0)], gate.opened)
  const { lit, boxes } = findParts(page)
  await boxes.first().check()
  await lit.dblclick()
  await lit.click()
  gate.open()
  await expect(page.getByRole('status')).toContainText('Запалено: 1 свічка')
  expect(submissions()).toBe(1)
})

test.describe('when the connection breaks', () => {
  const photo = { name: 'candle.heic', mimeType: 'image/heic', buffer: Buffer.alloc(10) }

  test('ticks and pictures stay, and the same submission is sent again when asked', async ({
    page,
    product,
  }) => {
    await openSample(page, product.url, sampleList)
    const { lit, album, thumbs, boxes } = findParts(page)
    const busy = templePages.busy ?? sampleList
    const sent = await keepSent(page, ['broken', busy, lightSample([1, 2, 3], 1)])
    for (const number of [0, 1, 2]) await boxes.nth(number).check()
    await album.setInputFiles(photo)
    await expect(thumbs).toHaveText('HEIC')
    await lit.click()
    await expect(lit).toHaveText('Надіслати ще раз')
    await expect(thumbs).toHaveText('HEIC')
    await expect(boxes.nth(2)).toBeChecked()
    await expect(boxes.nth(3)).not.toBeChecked()
    const keyOf = (form: { fields: SentField[] } | undefined) =>
      form?.fields.find(([name]) => name === 'key')?.[1]
    const [first] = await sent()
    // Another choice is another submission.
    const key = page.locator('#mark [name=key]')
    expect(await key.inputValue()).toBe(keyOf(first))
    await boxes.nth(3).check()
    expect(await key.inputValue()).not.toBe(keyOf(first))
    await expect(lit).toHaveText('Так, запалено: 4 свічки')
    // The server is busy.
    await lit.click()
    await expect(page.locator('.act .trouble')).toContainText('Зачекайте хвилину')
    await expect(thumbs).toHaveText('HEIC')
    await expect(boxes.nth(3)).toBeChecked()
    await expect(boxes.nth(4)).not.toBeChecked()
    await lit.click()
    await expect(page.getByRole('heading', { name: 'Запалено: 3 свічки' })).toBeVisible()
    await expect(thumbs.getByRole('button')).toHaveCount(0)
  })

  test('taking back says so where it was clicked', async ({ page, product }) => {
    await openSample(page, product.url, templePages.lit ?? sampleList)
    const submissions = await answerSubmissions(page, ['broken', templePages.undone ?? sampleList])
    const takeBack = page.locator('.last [value=undo]')
    await takeBack.click()
    await expect(page.locator('.last').getByRole('alert')).toContainText('Не вдалося надіслати')
    await takeBack.click()
    await expect(page.getByRole('status')).toContainText('Знову не запалено: 2 свічки')
    expect(submissions()).toBe(2)
  })
})

/** Ticks all, waits until the button listens again, and presses it. */
async function pressAll(page: Page, lit: Locator): Promise<void> {
  await lit.click()
  await page.waitForTimeout(800)
  await lit.click()
}

const listCodes = ({ sections }: TemplePageData) =>
  sections.flatMap(({ orders }) => orders.map(({ code }) => code))

/** What is served to a page, in place of a real list. */
const served = new WeakMap<Page, TemplePageData>()

/** Its files come from the server. */
async function openSample(page: Page, url: string, sample: TemplePageData): Promise<void> {
  if (!served.has(page))
    await page.route(`${url}${sample.path}*`, route => {
      if (route.request().method() !== 'GET') return route.fallback()
      return route.fulfill(documentOf(served.get(page) ?? sample))
    })
  served.set(page, sample)
  await page.goto(`${url}${sample.path}?lang=${sample.language}`)
}

const documentOf = (sample: TemplePageData) => ({
  contentType: 'text/html; charset=utf-8',
  body: renderTemple(sample),
})

type SubmissionAnswer = 'broken' | TemplePageData

const failures = ['failed', 'photos-rejected', 'nothing-chosen']

/** Answers submissions in turn; one that is taken leads to its page. Tells how many there were. */
async function answerSubmissions(page: Page, answers: SubmissionAnswer[], after?: Promise<void>) {
  let submissions = 0
  await page.route('**/temple/sample*', async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answer = answers[submissions++] ?? 'broken'
    if (answer === 'broken') return route.abort()
    await after
    const isTaken = !failures.includes(answer.result?.kind ?? '')
    if (isTaken) served.set(page, answer)
    return route.fulfill({ status: isTaken ? 200 : 422, ...documentOf(answer) })
  })
  return () => submissions
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
async function keepSent(page: Page, answers: SubmissionAnswer[] = ['broken']) {
  await answerSubmissions(page, answers)
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
          types: form.getAll('photo').map(file => (file instanceof File ? file.type : '')),
          fields: await Promise.all(
            [...form].map(
              async ([name, value]): Promise<SentField> => [name, await describe(value)],
            ),
          ),
        })),
      )
    })
}
