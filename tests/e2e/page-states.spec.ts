import type { Page } from '@playwright/test'
import { defaultLanguage, languages } from '../../src/shared/language'
import { drawAddress, expect, test } from './form-test'
import { compare, expectNoViolations, expectReflow, measuredLanguages } from './inspect-page'
import { formStates, plainStates } from './page-states'

const window = { width: 350, height: 1100 }

// The server's policy knows no other host of the card script than the sandbox.
test.use({ viewport: window, allowed: /js\.stripe\.com/ })

for (const [
  state,
  { before, reach, part = 'main', again, frozen, pictured, quick },
] of Object.entries(formStates)) {
  test(`every visitor can use the page ${state}`, {
    tag: quick ? '@quick' : [],
  }, async ({ page, form }) => {
    await before?.(page)
    await form.visit(page)
    await reach(form, page)
    if (pictured) await compare(page, `uk-light-${state.replaceAll(' ', '-')}`)
    await expectSpoken(state, async language => {
      if (!frozen) await speakAnyway(page, language)
      else if (language !== defaultLanguage) {
        // The page would go on asking about the pending payment.
        await page.evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
        await form.visit(page, `?lang=${language}`)
        await reach(form, page)
      }
      await again?.(form)
      if (measuredLanguages.includes(language)) await expectReflow(page)
      return page.locator(part)
    })
    await expectNoViolations(page)
  })
}

test.describe('where no script runs', () => {
  test.use({ javaScriptEnabled: false })

  for (const [state, { reach, pictured }] of Object.entries(plainStates)) {
    test(`every visitor can use the page ${state}`, async ({ page, form }) => {
      await expectSpoken(state, async language => {
        // Another visitor: the same words from one address are asked about.
        await page.setExtraHTTPHeaders({ 'x-forwarded-for': drawAddress() })
        await page.goto(`${form.url}/?lang=${language}`)
        await reach(form, page)
        if (measuredLanguages.includes(language)) await expectReflow(page)
        return page.locator('main')
      })
      if (pictured) await compare(page, `en-light-${state.replaceAll(/\W+/g, '-')}`)
      await expectNoViolations(await openWithScripts(page))
    })
  }
})

test('the dark scheme, a narrow window and forced colours look right', async ({ page, form }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 320, height: 1100 })
  await form.visit(page, '?lang=ru')
  await formStates['with faults']?.reach(form, page)
  await compare(page, 'ru-dark-320-with-faults')
  await page.setViewportSize(window)
  await page.emulateMedia({ colorScheme: null, forcedColors: 'active' })
  await form.visit(page)
  await page.route('**/api/create-payment-intent', () => undefined)
  await form.amount(300).check()
  await compare(page, 'uk-forced-colours')
})

/** The accessibility tree in every language: structure, names, states and descriptions. */
async function expectSpoken(
  state: string,
  show: (language: 'uk' | 'ru' | 'en') => Promise<ReturnType<Page['locator']>>,
) {
  const spoken: string[] = []
  for (const language of languages) {
    const part = await show(language)
    spoken.push(`# ${language}\n${await part.ariaSnapshot()}\n`)
  }
  expect(spoken.join('\n')).toMatchSnapshot(`${state.replaceAll(/\W+/g, '-')}.aria.yml`)
}

/** Switches the language even where the switch is out of reach, below a dialog or once paid. */
async function speakAnyway(page: Page, language: string) {
  await page.locator(`button[name="language"][value="${language}"]`).evaluate(button => {
    button.closest('fieldset')?.removeAttribute('disabled')
    if (button instanceof HTMLElement) button.click()
  })
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  const cardForm = page.locator('.card-element[data-card]')
  if (await cardForm.count()) await expect(cardForm).toHaveAttribute('data-card', 'ready')
}

/** axe needs scripts, so the page's HTML is opened in a window with them. */
async function openWithScripts(page: Page): Promise<Page> {
  const html = await page.content()
  const copy = html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<(\/?)noscript>/g, '<$1div>')
    .replaceAll('scripting: none', 'scripting: enabled')
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: true })
  const opened = await context?.newPage()
  if (!opened) throw new Error('The browser is gone.')
  await opened.setContent(copy)
  return opened
}
