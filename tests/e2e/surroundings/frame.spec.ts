import type { Frame, Page } from '@playwright/test'
import sharp from 'sharp'
import { challengeFrame, fillCard } from '../../../packages/stripe-sandbox/tests/shop/pay-with'
import { engine } from '../../engines/engine'
import { cards } from '../../setup/cards'
import { CandleForm } from '../candle-form'
import { expect, test } from '../form-test'
import {
  contentHeight,
  expectFits,
  framedForm,
  frameHeight,
  paste,
  printedPaste,
  visitHost,
} from '../host-page'

test('every paste has a frame as tall as its form', async ({ page, url }) => {
  let loads = 0
  page.on('request', request => {
    if (request.url().startsWith(`${url}/?`)) loads += 1
  })
  const policy = `default-src 'none'; script-src ${url}; frame-src ${url}; style-src-attr 'unsafe-inline'`
  // What WordPress's wpautop makes of blank lines.
  const paragraphs = paste(url)
    .replace(/\n\s*style/, ' style')
    .replace('</svichka-candle>', '</svichka-candle>\n')
    .replaceAll(/\n\s*/g, '</p>\n<p>')
  for (const [body, headers] of [
    [printedPaste('docs/embedding.md', 'iframe', url)],
    [paste(url), { 'content-security-policy': policy }],
    [paragraphs],
  ] as const) {
    loads = 0
    await visitHost(page, body, headers)
    await expectFits(page, framedForm(page, url))
    await expect(page.locator('iframe')).toHaveCount(1)
    expect(loads).toBe(1)
  }
})

test('what opens in a tall, scrolled frame is in sight', { tag: '@engines' }, async ({
  page,
  url,
}) => {
  await page.setViewportSize({ width: 360, height: 420 })
  await visitHost(
    page,
    `<div style="height:1500px">Above</div>${paste(url)}<div style="height:1500px">Below</div>`,
  )
  await page.locator('svichka-candle').scrollIntoViewIfNeeded()
  const form = framedForm(page, url)
  await form.started()
  await form.button('withoutDonation').click()
  await expect(form.place.getByText("Обов'язкове поле")).toHaveCount(2)
  await expect(form.field('forWhom')).toBeFocused()
  await expect(form.field('forWhom')).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 390, height: 844 })
  await form.fillWords('Рамкова Раїса')
  await form.choose(100)
  await form.payWith(cards.declined)
  await expect(form.dialog).toContainText(/Гроші не списано.*Картку відхилено/)
  await expect(form.dialog).toBeInViewport({ ratio: 1 })
  await form.button('close').click()
  await expect(form.dialog).toBeHidden()
  await expectFits(page, form)
})

/** Between a site's own texts. */
const between = (paste: string) =>
  `<div style="height:900px">Above</div>${paste}<div style="height:900px">Below</div>`

/** Each way to embed of docs/embedding.md. */
const pastes: Record<string, (url: string) => string> = {
  'frame with our script': url => paste(url),
  'WordPress plugin':
    url => `<svichka-candle origin="${url}"><iframe src="${url}/?lang=uk" title="Свічка"
      width="100%" height="920" frameborder="0" allow="payment"></iframe></svichka-candle>
    <script type="module" src="${url}/embed.js"></script>`,
  'plain frame with its own lines': url => printedPaste('docs/embedding.md', 'iframe', url),
}

/** Chromium, whose frames scroll their pages by themselves, has the first. */
const tried = Object.entries(pastes).slice(0, engine ? undefined : 1)

async function scrollToForm(page: Page, url: string) {
  await page.locator('iframe').evaluate(frame => frame.scrollIntoView())
  const form = framedForm(page, url)
  await form.started()
  return form
}

/** Pays with the button at this height of the window. */
async function payAt(page: Page, form: CandleForm, card: string, at: number) {
  await fillCard(form.place, card)
  const box = await form.button('pay').boundingBox()
  await page.evaluate(by => scrollBy(0, by), box ? box.y + box.height / 2 - at : 0)
  await form.button('pay').click()
}

for (const [name, paste] of tried)
  for (const at of name === 'frame with our script' ? [40, 330, 620] : [330])
    test(`${name}: the bank’s window, the thanks and the form after them are in sight, Pay pressed at ${at}`, {
      tag: '@engines',
    }, async ({ page, url }) => {
      await page.setViewportSize({ width: 390, height: 664 })
      await visitHost(page, between(paste(url)))
      const form = await scrollToForm(page, url)
      await form.fillWords('Далека Дарина')
      await form.choose(200)
      await payAt(page, form, cards.asksBank, at)
      await expect(challengeFrame(form.place).locator('h1')).toBeInViewport({ ratio: 1 })
      await expect(form.bankAnswer('authorize')).toBeInViewport({ ratio: 1 })
      const frame = await page.locator('iframe').boundingBox()
      expect(frame?.height).toBeGreaterThanOrEqual(600)
      await form.bankAnswer('authorize').click()
      await expect(form.dialog).toContainText('200 грн')
      await expect(form.dialog.locator('h2')).toBeInViewport({ ratio: 1 })
      await expect(form.button('close')).toBeInViewport({ ratio: 1 })
      await form.button('close').click()
      await expect(form.heading).toBeInViewport({ ratio: 1 })
      await expect(form.button('order')).toBeInViewport({ ratio: 1 })
      await expectFits(page, form)
    })

for (const [name, paste] of tried)
  test(`${name}: a low window goes straight to the thanks and stays there`, {
    tag: '@engines',
  }, async ({ page, url }) => {
    await page.setViewportSize({ width: 390, height: 364 })
    await visitHost(
      page,
      `${between(paste(url))}<script>
        addEventListener('message', ({ data }) => {
          if (data.type === 'svichka:ordered') window.before = window.highest = scrollY
        })
        for (const type of ['message', 'scroll'])
          addEventListener(type, () => { window.highest = Math.min(window.highest, scrollY) })
      </script>`,
    )
    const form = await scrollToForm(page, url)
    await form.fillWords('Низька Ніна')
    await form.choose(200)
    await payAt(page, form, cards.good, 330)
    await expect(form.dialog).toContainText('200 грн')
    await expect(form.dialog.locator('h2')).toBeInViewport({ ratio: 1 })
    const read = (key: string) => page.evaluate(name => Reflect.get(window, name), key)
    expect(await read('highest')).toBe(await read('before'))
  })

test('a frame whose host has no script of ours says where the bank’s window is', {
  tag: '@engines',
}, async ({ page, url }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await visitHost(
    page,
    between(`<iframe src="${url}/?lang=uk" style="width:100%;border:0;height:1500px"></iframe>`),
  )
  const form = await scrollToForm(page, url)
  await form.choose(200)
  await payAt(page, form, cards.asksBank, 40)
  const hint = form.place.locator('.bank-hint')
  await form.bankAnswer('authorize').waitFor()
  // Only there a frame of another site cannot scroll its window.
  if (engine === 'webkit') {
    await expect(hint).toContainText('Вікно банку вище')
    await expect(hint).toBeInViewport({ ratio: 1 })
  } else await expect(form.bankAnswer('authorize')).toBeInViewport({ ratio: 1 })
  await form.bankAnswer('authorize').click()
  await expect(form.dialog).toContainText('200 грн')
  await expect(hint).toHaveCount(0)
})

test('a toast is whole, though the form becomes shorter under it', { tag: '@engines' }, async ({
  page,
  url,
}) => {
  await page.route('**/api/candle-orders', route => route.abort())
  for (const height of [420, 470, 664]) {
    await page.setViewportSize({ width: 360, height })
    const space = '<div style="height:900px"></div>'
    await visitHost(page, space + paste(url) + space)
    await page.locator('svichka-candle').scrollIntoViewIfNeeded()
    const form = framedForm(page, url)
    await form.started()
    await form.fillWords('Коротка Катерина')
    await form.button('withoutDonation').click()
    // As under a pointer: it stays.
    await form.toast.dispatchEvent('pointermove')
    await expectFits(page, form)
    await expect(form.button('order')).toBeInViewport({ ratio: 1 })
    await expect(form.toast).toBeInViewport({ ratio: 1 })
  }
})

test('in a low window the thanks are in sight from their first word', async ({ page, url }) => {
  const title = (form: CandleForm) => form.dialog.getByRole('heading')
  for (const [window, below] of [
    [{ width: 360, height: 420 }, '<div style="height:900px">Below</div>'],
    // A phone turned sideways, and nothing of the host's to scroll to.
    [{ width: 740, height: 340 }, ''],
  ] as const) {
    await page.setViewportSize(window)
    await visitHost(page, `<div style="height:900px">Above</div>${paste(url)}${below}`)
    await page.locator('svichka-candle').scrollIntoViewIfNeeded()
    const form = framedForm(page, url)
    await form.started()
    await form.fillWords('Низька Ніна')
    // The frame becomes shorter, and then taller than what is seen of it.
    await form.button('withoutDonation').click()
    await expect(title(form)).toBeInViewport({ ratio: 1 })
    await expect(form.button('close')).toBeInViewport({ ratio: 1 })
    await expectFits(page, form)
    await expect(title(form)).toBeInViewport({ ratio: 1 })
  }
  const form = new CandleForm(page, url)
  await form.visit(page)
  await form.donate('Низька Ніна', 200)
  await expect(form.button('close')).toBeFocused()
  await expect(title(form)).toBeInViewport({ ratio: 1 })
  await form.keepToast(page)
  await expect(form.toast).toBeInViewport({ ratio: 1 })
})

test('only its own frame scrolls the host page, and by numbers alone', async ({ page, url }) => {
  await visitHost(page, `${paste(url)}<div style="height:4000px"></div>`)
  await framedForm(page, url).started()
  await page.evaluate(() => {
    const scrolled: number[] = []
    Object.assign(window, { scrolled })
    // After the form's own listener.
    window.addEventListener('message', () => scrolled.push(window.scrollY))
  })
  const scrolledAfter = async (sender: Frame | undefined, span: object) => {
    const read = () => page.evaluate(() => Reflect.get(window, 'scrolled') as number[])
    const { length } = await read()
    const data = { type: 'svichka:show', ...span }
    await sender?.evaluate(sent => parent.postMessage(sent, '*'), data)
    await expect.poll(async () => (await read()).length).toBeGreaterThan(length)
    return (await read()).at(-1)
  }
  const [host, own] = page.frames()
  const span = { top: 3000, bottom: 3100 }
  expect(await scrolledAfter(host, span)).toBe(0)
  for (const wrong of [{}, { ...span, top: '3000' }, { top: 3100, bottom: 3000 }, { top: null }])
    expect(await scrolledAfter(own, wrong)).toBe(0)
  expect(await scrolledAfter(own, span)).toBeGreaterThan(1000)
  const frameTop = await page
    .locator('iframe')
    .evaluate(frame => Math.round(frame.getBoundingClientRect().top + window.scrollY))
  expect(await scrolledAfter(own, { top: 100, bottom: 3000 })).toBe(frameTop + 100)
})

test('after a scroll by finger the host shows what the keyboard focuses', async ({ page, url }) => {
  await visitHost(page, paste(url))
  const form = framedForm(page, url)
  await form.started()
  await page.evaluate(() => {
    const shown: unknown[] = []
    Object.assign(window, { shown })
    window.addEventListener('message', ({ data }) => {
      if (data?.type === 'svichka:show') shown.push(data)
    })
  })
  await form.field('purpose').evaluate(field => {
    // The browser takes the touch over for its scroll.
    for (const type of ['pointerdown', 'pointercancel'])
      field.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }))
    field.focus()
  })
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shown'))).toHaveLength(1)
})

test('two forms keep apart, and the host hears of both', async ({ page, url, store }) => {
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    window.addEventListener('svichka:ordered', event =>
      heard.push(event instanceof CustomEvent && event.detail),
    )
  })
  const own = `<div>${paste(url).replace('lang=uk', 'lang=en')}</div>`
  await visitHost(page, own + own)
  const [first, second] = [framedForm(page, url, 0), framedForm(page, url, 1)]
  await first.started()
  await second.started()
  await first.field('donationEnabled').uncheck()
  const difference = async () => (await frameHeight(page, 1)) - (await frameHeight(page, 0))
  await expect.poll(difference).toBeGreaterThan(0)

  await second.fillWords('Second of two')
  await second.button('withoutDonation').click()
  await expect(second.dialog).toContainText('Order received')
  await expect(first.dialog).toHaveCount(0)
  expect(await store.orders('Second of two')).toHaveLength(1)
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([{ donated: false }])
})

test('the form has the theme of its address, and its host’s background', {
  tag: '@engines',
}, async ({ page, url }) => {
  for (const [theme, ink, other] of [
    ['light', 'rgb(43, 32, 24)', 'dark'],
    ['dark', 'rgb(245, 234, 219)', 'light'],
  ] as const)
    for (const scheme of ['light', 'dark']) {
      // By WebDriver a browser cannot be told another scheme of the system.
      if (!engine) await page.emulateMedia({ colorScheme: other })
      const styles = `<style>:root { color-scheme: ${scheme} } body { background: #00c800 }</style>`
      await visitHost(page, styles + paste(url).replace('theme=light', `theme=${theme}`))
      const form = framedForm(page, url)
      await form.started()
      await expect(form.field('forWhom')).toHaveCSS('color', ink)
      // The corner outside the card's rounded edge shows the host's own colour.
      const picture = await page.screenshot({ clip: { x: 2, y: 300, width: 4, height: 4 } })
      const { data } = await sharp(picture)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([...data.subarray(0, 3)], `${theme} in ${scheme}`).toEqual([0, 200, 0])
    }
})

test('the host script may come late and asks for the height', async ({ page, url }) => {
  await visitHost(page, paste(url, ''))
  const form = framedForm(page, url)
  await form.started()
  await form.field('forWhom').fill('Рання Ірина')
  expect(await frameHeight(page)).toBe(920)
  const height = await contentHeight(form)
  expect(height).not.toBe(920)
  await page.addScriptTag({ url: `${url}/embed.js` })
  // The height has not changed, so only the request brings it.
  await expect.poll(() => frameHeight(page)).toBe(height)
  expect(await contentHeight(form)).toBe(height)
  await expect(form.field('forWhom')).toHaveValue('Рання Ірина')
})

test.describe('in a sandbox without scripts and an origin', () => {
  test.use({ allowed: /./ })

  test('a frame without scripts says what fails', async ({ page, url, store }) => {
    const src = `src="${url}/?lang=en"`
    await visitHost(page, `<iframe ${src} style="height:1200px" sandbox="allow-forms"></iframe>`)
    const form = framedForm(page, url)
    await form.orderFree('Nowhere Nora')
    const { place } = form
    await expect(place.getByText('The form does not work in this window.')).toBeVisible()
    await expect(place.getByRole('link', { name: 'Open it in its own tab' })).toBeVisible()
    expect(await store.orders('Nowhere Nora')).toEqual([])
  })
})
