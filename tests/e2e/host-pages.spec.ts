import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './form-test'
import { expectFits, framedForm, paste, visitHost } from './host-page'

// What plugins, banners and themes do to the pastes of docs/embedding.md, as their public code does it.

/** The paste and the plugin's markup, with the frame's address where a plugin keeps it. */
function withoutAddress(url: string, attributes: string, origin = ` origin="${url}"`) {
  return `<svichka-candle${origin}><iframe ${attributes.replace('FORM', `${url}/?lang=uk`)} title="Свічка"
    width="100%" height="1160" frameborder="0" allow="payment"></iframe></svichka-candle>`
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

test('a consent banner’s note is not replaced by the form', async ({ page, product: { url } }) => {
  const note = `<svichka-candle origin="${url}"><div>Accept cookies</div></svichka-candle>`
  await visitHost(page, note + asTag(url))
  await page.waitForFunction(() => customElements.get('svichka-candle'))
  await expect(page.getByText('Accept cookies')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

/** The tag as a delaying plugin writes it, and what it does later. */
const delayed = (selector: string, code: string) => `<script>
  setTimeout(() => {
    for (const old of document.querySelectorAll('${selector}')) {
      const script = document.createElement('script')
      for (const { name, value } of old.attributes) if (name !== 'type') script.setAttribute(name, value)
      ${code}
    }
  }, 300)
</script>`

const delays: [name: string, script: (url: string) => string][] = [
  [
    'WP Rocket',
    url =>
      `<script type="rocketlazyloadscript" async data-rocket-src="${url}/embed.js"></script>` +
      delayed(
        '[type=rocketlazyloadscript]',
        'script.src = old.dataset.rocketSrc; old.replaceWith(script)',
      ),
  ],
  [
    'LiteSpeed',
    url =>
      `<script type="litespeed/javascript" data-src="${url}/embed.js"></script>` +
      delayed(
        '[type="litespeed/javascript"]',
        'script.src = old.dataset.src; old.after(script); old.remove()',
      ),
  ],
  [
    'Rocket Loader',
    url =>
      `<script type="abc-text/javascript" src="${url}/embed.js"></script>` +
      delayed('[type="abc-text/javascript"]', 'old.before(script)'),
  ],
  [
    'Cookiebot, into the head,',
    url =>
      `<script type="text/plain" data-src="${url}/embed.js" data-language="uk"></script>` +
      delayed('[type="text/plain"]', 'script.src = old.dataset.src; document.head.append(script)'),
  ],
]

for (const [name, script] of delays)
  test(`the form is where its tag was pasted when ${name} delays it`, async ({
    page,
    product: { url },
  }) => {
    await visitHost(page, `<p>Before</p>${script(url)}<p>After</p>`)
    await expectFollows(page, url)
    const isBetween = await page.evaluate(() => {
      const [before, after] = document.querySelectorAll('p')
      const element = document.querySelector('svichka-candle')
      if (!element || !before || !after) return false
      const { DOCUMENT_POSITION_FOLLOWING: follows } = Node
      return [
        before.compareDocumentPosition(element),
        element.compareDocumentPosition(after),
      ].every(position => position & follows)
    })
    expect(isBetween).toBe(true)
  })

test('a script that carries ours is not taken for it, and the paste works with it', async ({
  page,
  product: { url },
}) => {
  const code = readFileSync(join('dist/web/embed.js'), 'utf8')
  const files = { '/combined.js': `/* a theme */;\n${code}` }
  for (const [body, frames] of [
    ['<script defer src="/combined.js"></script>', 0],
    [`<script>${code}</script>`, 0],
    [`${paste(url, '')}<script defer src="/combined.js"></script>`, 1],
    [`<script defer src="/combined.js"></script>${paste(url, '')}`, 1],
    [`${paste(url, '')}<script>${code}</script>`, 1],
  ] as const) {
    await visitHost(page, body, {}, files)
    await page.waitForFunction(() => customElements.get('svichka-candle'))
    await expect(page.locator('iframe')).toHaveCount(frames)
    if (frames > 0) await expectFollows(page, url)
  }
})

test('a page that Turbo or pjax restores from its cache has no form twice', async ({
  page,
  product: { url },
}) => {
  const tag = `<script async src="${url}/embed.js"></script>`
  for (const [body, frames] of [
    [paste(url), 1],
    [`<p>Before</p>${tag}<p>After</p>`, 1],
    [`${tag}${tag}`, 2],
  ] as const) {
    await visitHost(page, body)
    await expect(page.locator('iframe')).toHaveCount(frames)
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
    await expect(page.locator('iframe')).toHaveCount(frames)
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
