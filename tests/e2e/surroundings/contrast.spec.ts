import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { cards } from '../../setup/cards'
import { expect, test } from '../form-test'

// axe cannot tell the contrast of text over a gradient: here it is read from the picture.

interface Text {
  text: string
  colour: number[]
  x: number
  y: number
  width: number
  height: number
}

/** Each line of text in the niche: its colour, and where it is. */
function findTexts(page: Page, niche: string): Promise<Text[]> {
  return page.locator(niche).evaluate(element => {
    const found: Text[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      if (!textContent?.trim() || !parentElement || parentElement.closest('.visually-hidden'))
        continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const [r = '0', g = '0', b = '0'] = getComputedStyle(parentElement).color.match(/\d+/g) ?? []
      for (const { x, y, width, height } of range.getClientRects())
        found.push({
          text: textContent,
          colour: [Number(r), Number(g), Number(b)],
          x: Math.floor(x),
          y: Math.floor(y),
          width: Math.ceil(width),
          height: Math.ceil(height),
        })
    }
    return found
  })
}

/** Relative luminance, WCAG 2. */
function luminance(channels: number[]): number {
  const [r = 0, g = 0, b = 0] = channels.map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The least contrast of each text with a pixel behind it, the text itself being transparent. */
async function measure(page: Page, niche: string): Promise<[text: string, contrast: number][]> {
  const texts = await findTexts(page, niche)
  await setColour(page, niche, 'transparent')
  const picture = sharp(await page.screenshot({ animations: 'disabled' }))
  await setColour(page, niche, '')
  return Promise.all(
    texts.map(async ({ text, colour, x: left, y: top, width, height }) => {
      const area = picture.clone().extract({ left, top, width, height }).removeAlpha().raw()
      const channels = [...(await area.toBuffer())]
      const pixels = channels.flatMap((_, at) => (at % 3 ? [] : [channels.slice(at, at + 3)]))
      // All of these texts are lighter than what is behind them.
      const behind = pixels.reduce((lightest, pixel) => Math.max(lightest, luminance(pixel)), 0)
      const contrast = (luminance(colour) + 0.05) / (behind + 0.05)
      return [text, Math.round(contrast * 10) / 10]
    }),
  )
}

/** By script: the page's policy allows no other style sheet. */
async function setColour(page: Page, niche: string, colour: string): Promise<void> {
  await page.locator(niche).evaluate((element, value) => {
    for (const each of element.querySelectorAll<HTMLElement>('*')) {
      if (each.closest('svg')) continue
      each.style.color = value
      each.style.textDecorationColor = value
    }
  }, colour)
}

for (const [colorScheme, height] of [
  ['light', 844],
  ['dark', 568],
] as const)
  test(`text over the candle’s light has a contrast of 7 to 1, ${colorScheme}`, async ({
    page,
    form,
  }) => {
    await page.emulateMedia({ colorScheme })
    const found: [text: string, contrast: number][] = []
    const note = async (niche: string) => {
      const place = page.locator(`${niche} .place span`)
      await place.evaluateAll(([span]) => {
        if (span) span.textContent = 'St Nicholas Church, Kyiv'
      })
      found.push(...(await measure(page, niche)))
    }
    await form.visit(page, '?lang=en')
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height })
      await note('.card > .niche')
      await note('.languages')
    }
    await form.fillWords('Bright Bridget')
    await form.choose(200)
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('Thank you')
    await note('.thanks .niche')
    // The church, title and subtitle, three languages, and the two lines of the thanks.
    expect(new Set(found.map(([text]) => text)).size).toBe(8)
    expect(found.filter(([, contrast]) => contrast < 7)).toEqual([])
  })
