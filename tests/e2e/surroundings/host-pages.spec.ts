import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../form-test'
import { expectFits, framedForm, paste, visitHost } from '../host-page'

// What plugins, banners and themes do to the pastes of docs/embedding.md, as their public code does it.

/** The paste and the plugin's markup, with the frame's address where a plugin keeps it. */
function withoutAddress(url: string, attributes: string, origin = ` origin="${url}"`) {
  return `<svichka-candle${origin}><iframe ${attributes.replace('FORM', `${url}/?lang=uk`)} title="Свічка"
    width="100%" height="920" frameborder="0" allow="payment"></iframe></svichka-candle>`
}

const asModule = (url: string) => `<script type="module" src="${url}/embed.js"></script>`
const asTag = (url: string) => `<script async src="${url}/embed.js"></script>`

/** Runs once the page stands, as on consent or on a scroll. */
const later = (code: string) => `<script>
  addEventListener('load', () => setTimeout(() => {
    const element = document.querySelector('svichka-candle')
    const frame = document.querySelector('iframe')
    ${code}
    document.body.classList.add('changed')
  }, 300))
</script>`

const lateFrames: [name: string, markup: (url: string) => string][] = [
  [
    'WP Rocket fills its address in',
    url =>
      withoutAddress(url, 'loading="lazy" data-lazy-src="FORM" src="about:blank"') +
      asModule(url) +
      later('frame.src = frame.dataset.lazySrc'),
  ],
  [
    'LiteSpeed fills its address in',
    url =>
      withoutAddress(url, 'data-lazyloaded="1" src="about:blank" data-src="FORM"') +
      asModule(url) +
      later('frame.src = frame.dataset.src'),
  ],
  [
    'Complianz fills its address in, in an older paste',
    url =>
      withoutAddress(url, 'data-src-cmplz="FORM" src="about:blank"', '') +
      asTag(url) +
      later('frame.src = frame.dataset.srcCmplz'),
  ],
  [
    'Cookiebot and lazysizes give it an address',
    url =>
      withoutAddress(url, 'class="lazyload" data-src="FORM"') +
      asTag(url) +
      later('frame.src = frame.dataset.src'),
  ],
  [
    'CookieYes shows a note in its place',
    url =>
      `<svichka-candle origin="${url}"><div>Accept cookies</div></svichka-candle>${asTag(url)}` +
      later(`element.innerHTML = '<iframe src="${url}/?lang=uk" height="900"></iframe>'`),
  ],
  ['a page builder replaces it', url => paste(url) + later('frame.replaceWith(frame.cloneNode())')],
  ['a slider moves its element', url => paste(url) + later('document.body.prepend(element)')],
  [
    'a theme wraps it',
    url =>
      paste(url) +
      later(`const box = document.createElement('div')
        frame.replaceWith(box)
        box.append(frame)`),
  ],
]

for (const [name, markup] of lateFrames)
  test(`the frame is as tall as the form when ${name}`, async ({ page, product: { url } }) => {
    await visitHost(page, markup(url))
    // Until then the frame stands already, and goes.
    await page.waitForSelector('body.changed')
    await expectFollows(page, url)
  })

test('the paste works with a script that carries ours', async ({ page, product: { url } }) => {
  const code = readFileSync(join('dist/web/embed.js'), 'utf8')
  const files = { '/combined.js': `/* a theme */;\n${code}` }
  for (const body of [
    `${paste(url, '')}<script defer src="/combined.js"></script>`,
    `<script defer src="/combined.js"></script>${paste(url, '')}`,
    `${paste(url, '')}<script>${code}</script>`,
  ]) {
    await visitHost(page, body, {}, files)
    await expectFollows(page, url)
  }
})

test('a page that Turbo or pjax restores from its cache follows the form', async ({
  page,
  product: { url },
}) => {
  await visitHost(page, paste(url))
  await page.evaluate(() => {
    const restored = document.body.cloneNode(true)
    document.body.replaceWith(document.createElement('body'))
    document.body.replaceWith(restored)
    // They run the scripts of each page that they show.
    for (const old of document.querySelectorAll('body script')) {
      const script = document.createElement('script')
      for (const { name, value } of old.attributes) script.setAttribute(name, value)
      script.async = false
      script.addEventListener('load', () => document.body.classList.add('again'))
      old.replaceWith(script)
    }
  })
  await page.waitForSelector('body.again')
  await expectFollows(page, url)
})

test('a script that runs twice tells of an order once', async ({ page, product: { url } }) => {
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    window.addEventListener('svichka:ordered', () => heard.push('ordered'))
  })
  await visitHost(page, paste(url) + asTag(url) + asModule(url))
  const form = framedForm(page, url)
  await form.started()
  await form.orderFree('Одна на двох')
  await expect(form.dialog).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual(['ordered'])
})

test('what the form shows stays clear of the header that the host’s scroll-padding names', async ({
  page,
  product: { url },
}) => {
  await page.setViewportSize({ width: 390, height: 500 })
  for (const padding of ['110px', '22%']) {
    await visitHost(
      page,
      `<style>html { scroll-padding-top: ${padding} }</style>
      <div style="position:fixed;inset:0 0 auto;height:110px;background:#eee;z-index:9">Menu</div>
      <div style="height:900px"></div>${paste(url)}<div style="height:900px"></div>`,
    )
    const form = framedForm(page, url)
    await form.started()
    const frame = page.frames().find(each => each !== page.mainFrame())
    const show = async (span: object) => {
      await frame?.evaluate(sent => parent.postMessage(sent, '*'), {
        type: 'svichka:show',
        ...span,
      })
      await page.waitForTimeout(200)
      return page.locator('iframe').evaluate(element => element.getBoundingClientRect().top)
    }
    // Under the menu, though inside the window.
    await page.evaluate(() => window.scrollTo(0, 916))
    expect(await show({ top: 20, bottom: 300 }), padding).toBeGreaterThanOrEqual(90)
    // Taller than what is free: from its first line.
    expect(Math.abs((await show({ top: 20, bottom: 600 })) - 90), padding).toBeLessThanOrEqual(1)
  }
})

const themes = {
  'iframe { max-width: 100%; height: auto }': '',
  '* { box-sizing: border-box } iframe { border: 1px solid #ccc !important }': '',
  '* { box-sizing: border-box } iframe { padding: 10px }': '',
  'iframe { max-height: 600px; min-height: 2000px }': '',
  'iframe { height: 100% !important }': '',
  '.fluid { position: relative; padding-top: 56.25%; height: 0 } .fluid iframe { position: absolute; inset: 0; height: 100% !important }':
    'fluid',
}

test('no theme’s box cuts the form or leaves a gap', async ({ page, product: { url } }) => {
  for (const [styles, name] of Object.entries(themes)) {
    await visitHost(page, `<style>${styles}</style><div class="${name}">${paste(url)}</div>`)
    await expectFollows(page, url)
    const inside = framedForm(page, url).place.locator('html')
    const overflow = await inside.evaluate(html => html.scrollHeight - html.clientHeight)
    expect(overflow, styles).toBe(0)
  }
})

/** The frame has the form's height, and follows its changes. */
async function expectFollows(page: Page, url: string) {
  const form = framedForm(page, url)
  await expectFits(page, form)
  await form.field('donationEnabled').uncheck()
  await expectFits(page, form)
  const inside = form.place.locator('html')
  await expect.poll(() => inside.evaluate(html => html.clientHeight - html.scrollHeight)).toBe(0)
}
