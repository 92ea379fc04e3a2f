import type { Page } from '@playwright/test'
import { cards } from '../../setup/cards'
import { expect, test } from '../form-test'
import { expectFits, framedForm, printedPaste, visitHost } from '../host-page'

// With animations, and tall enough for everything.
test.use({
  contextOptions: { reducedMotion: 'no-preference' },
  viewport: { width: 390, height: 1400 },
})

/** The sum of layout shifts; the browser leaves out those after an input. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue
        const sources = (Reflect.get(entry, 'sources') ?? []) as { node?: Element }[]
        const what = sources
          .map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 80))
          .join(' | ')
        shifts.push(`${Reflect.get(entry, 'value')} ${what}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifts') as string[])
}

/** Resolves when every animation has ended and two frames are painted. */
async function comeToRest(page: Page) {
  await page.evaluate(async () => {
    const endOf = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime)
    const isEnding = (animation: Animation) => endOf(animation) < 5000
    const animations = document.getAnimations()
    // The flame moves nothing, and the processor would draw it for seconds.
    for (const endless of animations.filter(one => !isEnding(one))) endless.cancel()
    await Promise.allSettled(animations.filter(isEnding).map(({ finished }) => finished))
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
}

test('nothing moves by itself from load to thanks', async ({ page, form }) => {
  const shifts = await watchShifts(page)
  // A slow network: answers come after the time in which an input excuses a shift.
  await page.route('**/api/**', async route => {
    await new Promise(resolve => setTimeout(resolve, 700))
    await route.fallback()
  })
  const config = page.waitForResponse('**/api/stripe-config')
  await form.visit(page)
  await config
  await comeToRest(page)
  await form.speak('en')
  await expect(form.heading).toHaveText('Light a candle')
  await comeToRest(page)
  await form.fillWords('Still Stephen')
  await form.choose(200)
  await comeToRest(page)
  await form.payWith(cards.expired)
  await expect(form.dialog).toContainText('Your card has expired.')
  await comeToRest(page)
  await form.button('close').click()
  await expect(form.button('pay')).toBeFocused()
  await comeToRest(page)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Thank you')
  await comeToRest(page)
  await form.button('close').click()
  await comeToRest(page)
  expect(await shifts()).toEqual([])
})

test('nothing moves when payment becomes unavailable', async ({ page, form }) => {
  const shifts = await watchShifts(page)
  await page.route('**/api/stripe-config', async route => {
    await new Promise(resolve => setTimeout(resolve, 700))
    await route.fulfill({ json: { configured: false } })
  })
  await form.visit(page, '?lang=en')
  await expect(page.locator('.unavailable')).toBeVisible()
  await expect(page.getByText('Payment unavailable')).toBeVisible()
  await comeToRest(page)
  expect(await shifts()).toEqual([])
})

test('the README’s paste moves nothing of its host page', async ({ page, product: { url } }) => {
  const shifts = await watchShifts(page)
  const words = '<p>Our church is open every day. We light your candle after the liturgy.</p>'
  for (const document of ['README.md', 'docs/embedding.md'] as const)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
      // All of the form and what follows it.
      { width: 1280, height: 2400 },
    ]) {
      await page.setViewportSize(viewport)
      const paste = printedPaste(document, 'svichka-candle', url)
      await visitHost(page, words.repeat(3) + paste + words.repeat(20))
      await expectFits(page, framedForm(page, url))
      await comeToRest(page)
      const sum = (await shifts()).reduce((total, shift) => total + Number.parseFloat(shift), 0)
      expect(sum, `${document} at ${viewport.width}x${viewport.height}`).toBeLessThanOrEqual(0.02)
    }
})
