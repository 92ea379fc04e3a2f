import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { defaultLanguage, type Language, languages } from '../../src/shared/language'
import { isFull } from '../setup/is-full'
import { expect, test } from './form-test'

const notes = fileURLToPath(new URL('./pictures/made-with.txt', import.meta.url))

/** Compares with the picture on file, unless it was taken with other fonts: `npm test` says so. */
export async function compare(page: Page, name: string) {
  const { config } = test.info()
  const renderer = await describeRenderer(page)
  if (config.updateSnapshots === 'all') writeFileSync(notes, `${renderer}\n`)
  const madeWith = existsSync(notes) ? readFileSync(notes, 'utf8').trim() : ''
  if (renderer !== madeWith) {
    process.stdout.write(`Not compared: ${name} (other fonts, or another browser)\n`)
    return
  }
  const isCardForm = name.endsWith('card-form-open')
  const width = page.viewportSize()?.width ?? 0
  // As tall as the form, because the browser draws only what it shows.
  if (isCardForm) await page.setViewportSize({ width, height: 1500 })
  await expect(page).toHaveScreenshot(`${name}.png`, {
    mask: isCardForm ? [] : [page.locator('.card-element')],
    maskColor: '#b9a98f',
    fullPage: false,
  })
}

/** The browser and fonts that a picture depends on. */
async function describeRenderer(page: Page) {
  const fonts = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    return ['system-ui', 'serif'].map(family => {
      if (!pen) return 0
      pen.font = `40px ${family}`
      return Math.round(pen.measureText('Запалити свічку 12345').width)
    })
  })
  const [major] = page.context().browser()?.version().split('.') ?? []
  return JSON.stringify({ major, fonts })
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const colours = ['color-contrast-enhanced', 'link-in-text-block']

/** The dark scheme has other colours only. */
const schemes = [
  ['dark', { type: 'rule', values: colours }],
  ['light', { type: 'tag', values: wcag }],
] as const

/** Half as long as `axe.source`. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * axe finds nothing, AAA included, except in the provider's frame. Of a long list it reads the beginning of
 * each section. `npm run test:full` adds the dark scheme.
 */
export async function expectNoViolations(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  for (const [colorScheme, runOnly] of isFull ? schemes : schemes.slice(1)) {
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate(async rules => {
      const here: typeof axe = Reflect.get(window, 'axe')
      const { violations } = await here.run(
        { exclude: [['.card-element'], ['li:nth-child(n + 10)']] },
        {
          runOnly: rules,
          resultTypes: ['violations'],
          // Whatever has the enhanced contrast has the usual one.
          rules: { 'color-contrast': { enabled: false } },
        },
      )
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    }, runOnly)
    expect(found).toEqual([])
  }
}

/** Layouts are measured in these languages. */
export const measuredLanguages: readonly Language[] = isFull ? languages : [defaultLanguage]

/**
 * At 400 % zoom, and with double text size, nothing is cut off, overflows or is too small to press.
 * No word of a heading or a button, and no amount, is on two lines.
 */
export async function expectReflow(page: Page) {
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  for (const width of [window.width, 320, 280]) {
    await page.setViewportSize({ width, height: 256 })
    expect(await findLosses(page)).toEqual([])
    expect(await findBrokenWords(page)).toEqual([])
  }
  await page.setViewportSize(window)
  await setTextSize(page, '200%')
  expect(await findLosses(page)).toEqual([])
  expect(await findBrokenWords(page)).toEqual([])
  await setTextSize(page, '')
}

function setTextSize(page: Page, size: string) {
  return page.evaluate(wanted => {
    document.documentElement.style.fontSize = wanted
  }, size)
}

function findLosses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pressed =
      'button, a, .switch, .amount, input:not([type=radio], [type=checkbox]), textarea'
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const losses: string[] = []
    for (const element of document.querySelectorAll('body *')) {
      if (!isSeen(element) || element.closest('.visually-hidden, svg, .card-element')) continue
      const { width, height, right } = element.getBoundingClientRect()
      // One pixel wide: an announcement of the toast library.
      if (width <= 1) continue
      const html = element.outerHTML.slice(0, 120)
      if (right > innerWidth + 1) losses.push(`beyond the window: ${html}`)
      const { overflow } = getComputedStyle(element)
      // Text that is wider than its button lies over the border.
      const isBounded = overflow !== 'visible' || element.matches('button')
      if (isBounded && element.scrollWidth > element.clientWidth + 1)
        losses.push(`cut off: ${html}`)
      if (element.matches(pressed) && (width < 44 || height < 44)) losses.push(`small: ${html}`)
    }
    return losses
  })
}

function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOnTwoLines = (range: Range) => {
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
      // The boxes of two lines overlap where the font is higher than its line.
      return lines.some(({ top }) => lines.some(one => top > one.top + one.height / 2))
    }
    const broken: string[] = []
    const range = document.createRange()
    for (const element of document.querySelectorAll('h1, h2, button')) {
      // This browser has no dictionary to hyphenate by, and others have.
      if (getComputedStyle(element).hyphens === 'auto')
        broken.push(`hyphenated: ${element.outerHTML.slice(0, 120)}`)
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { currentNode: node } = texts
        // A no-break space joins its words.
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^ \n]+/g)) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (isOnTwoLines(range)) broken.push(word)
        }
      }
    }
    for (const amount of document.querySelectorAll('.amount :not([value="custom"]) + span')) {
      range.selectNodeContents(amount)
      if (isOnTwoLines(range)) broken.push(amount.outerHTML)
    }
    return broken
  })
}
