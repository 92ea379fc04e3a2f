import sharp from 'sharp'
import { engine } from '../../engines/engine'
import { readBuiltStyles } from '../../setup/built-styles'
import { expect, test } from '../form-test'

// What each engine makes of the styles.

test('the engine drops no style but these', { tag: '@engines' }, async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  const dropped = await page.evaluate(styles => {
    const variables = new Map<string, string>()
    for (const [, name = '', value = ''] of styles.matchAll(/(--[\w-]+):([^;}]+)/g))
      if (!variables.has(name)) variables.set(name, value)
    const resolve = (value: string): string =>
      value.includes('var(')
        ? resolve(
            value.replace(
              /var\((--[\w-]+)(?:,[^()]*)?\)/g,
              (_, name) => variables.get(name) ?? '1px',
            ),
          )
        : value
    const found = new Set<string>()
    for (const [, query = ''] of styles.matchAll(/@media ([^{]+)\{/g))
      if (matchMedia(query).media === 'not all') found.add(`@media ${query}`)
    const flat = styles.replace(/@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
    for (const [, selectors = '', body = ''] of flat.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      if (selectors.startsWith('@')) continue
      // One unknown selector drops the whole list.
      try {
        document.querySelector(selectors.replace(/::[\w-]+/g, '') || '*')
      } catch {
        found.add(selectors)
      }
      for (const declaration of body.split(';')) {
        const [name = '', ...value] = declaration.split(':')
        if (!name || name.startsWith('--')) continue
        if (!CSS.supports(name, resolve(value.join(':')))) found.add(declaration)
      }
    }
    return [...found]
  }, readBuiltStyles())
  const allowed =
    /^(field-sizing|text-size-adjust|-webkit-text-size-adjust|text-wrap|overflow-anchor|-webkit-(?:hyphens|text-decoration-color)|-moz-text-size-adjust)/
  expect(dropped.filter(one => !allowed.test(one))).toEqual([])
})

test('the language in use is underlined, and the chosen amount is marked', {
  tag: '@engines',
}, async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  await expect(form.language('en')).toHaveCSS('text-decoration-line', 'underline')
  await expect(form.language('en')).toHaveCSS('text-decoration-thickness', '2px')
  // As in Firefox before 121 and Chrome before 105.
  const dropped = await page.evaluate(() => {
    const drop = (rules: CSSRuleList, remove: (index: number) => void): number => {
      let count = 0
      for (let index = rules.length - 1; index >= 0; index -= 1) {
        const rule = rules[index]
        if (rule instanceof CSSMediaRule)
          count += drop(rule.cssRules, inner => rule.deleteRule(inner))
        if (!(rule instanceof CSSStyleRule) || !rule.selectorText.includes(':has(')) continue
        remove(index)
        count += 1
      }
      return count
    }
    let count = 0
    for (const sheet of document.styleSheets)
      count += drop(sheet.cssRules, index => sheet.deleteRule(index))
    return count
  })
  expect(dropped).toBeGreaterThan(2)
  await form.amount(200).click()
  const mark = (property: string) =>
    page
      .locator('input[value="200"] + span')
      .evaluate((span, name) => getComputedStyle(span, '::after').getPropertyValue(name), property)
  await expect.poll(() => mark('border-top-width')).toBe('3px')
  await form.field('purpose').click()
  for (const _ of [1, 2]) await page.keyboard.press('Tab')
  await expect(form.amount(200)).toBeFocused()
  // To WebKit its driver's keys are none that would show a ring.
  if (engine !== 'webkit') expect(await mark('outline-style')).toBe('solid')
})

test('the candle glows softly', { tag: '@engines' }, async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  await page.evaluate(() => window.scrollTo(0, 0))
  const glow = await page.locator('.glow').boundingBox()
  const { x, y, width, height } = glow ?? { x: 0, y: 0, width: 0, height: 0 }
  const picture = sharp(await page.screenshot())
    .removeAlpha()
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  const redAt = (distance: number) =>
    data[(Math.round(y + height / 2) * info.width + Math.round(x + width / 2 + distance)) * 3] ?? 0
  const reds = [0.3, 0.4, 0.5, 0.6].map(part => redAt((part * width) / 2))
  // A disc with an edge has one step, and is flat before and behind it.
  const steps = reds.slice(1).map((red, index) => (reds[index] ?? 0) - red)
  expect(Math.min(...steps), `${reds}`).toBeGreaterThan(4)
})

test('an enlarged page keeps the flame on its wick and the lock’s lines thin', {
  tag: '@engines',
}, async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  await form.choose(200)
  /** How far the flame's foot moves when it grows, in CSS pixels. */
  const flameStrays = () =>
    page.locator('.flame').evaluate((flame: SVGElement) => {
      const before = flame.getBoundingClientRect()
      flame.style.transform = 'scale(1.5)'
      const after = flame.getBoundingClientRect()
      flame.style.transform = ''
      const middle = (rect: DOMRect) => rect.x + rect.width / 2
      return Math.hypot(after.bottom - before.bottom, middle(after) - middle(before))
    })
  await page.waitForFunction(() => {
    const lock = document.querySelector<SVGElement>('.lock')
    if (lock)
      lock.style.cssText =
        'position:fixed; z-index:9; inset:0 auto auto 0; margin:0; background:#fff'
    return lock?.getBoundingClientRect().top === 0
  })
  /** The part of the lock that is ink. */
  const readInk = async (zoom: number) => {
    const clip = { x: 0, y: 0, width: 15 * zoom, height: 17 * zoom }
    const data = await sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .greyscale()
      .raw()
      .toBuffer()
    return data.reduce((sum, light) => sum + 255 - light, 0) / data.length
  }
  const ink = await readInk(1)
  expect(ink).toBeGreaterThan(30)
  await page.evaluate(() => document.documentElement.style.setProperty('zoom', '2'))
  expect(await readInk(2), `${ink} before`).toBeLessThan(ink * 1.15)
  expect(await flameStrays()).toBeLessThan(1)
})
