import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { cards } from './candle-form'
import { formStates } from './form-states'
import { expect, test } from './form-test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The provider's own frame is the provider's; everything else in the page is ours. */
async function findBarriers(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page }).exclude('.card-element')
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

for (const [name, reach] of Object.entries(formStates)) {
  test(`no barriers ${name}, light and dark`, async ({ page, form }) => {
    await form.visit(page)
    await reach(form, page)
    expect(await findBarriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findBarriers(page, ['color-contrast'])).toEqual([])
  })
}

for (const language of ['ru', 'en'] as const) {
  test(`no barriers in ${language}, with and without a dialog`, async ({ page, form }) => {
    await form.visit(page, `?lang=${language}`)
    expect(await findBarriers(page)).toEqual([])
    await form.choose(100)
    await form.payWith(cards.expired)
    await expect(form.dialog).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
  })
}

test('no barriers on the page not found', async ({ page, product }) => {
  await page.goto(`${product.url}/nowhere`)
  expect(await findBarriers(page)).toEqual([])
})

test('the whole free order goes by keyboard, and focus goes into the dialog and back', async ({
  page,
  form,
}) => {
  await form.visit(page, '?lang=en')
  await form.heading.focus()
  await page.keyboard.press('Tab')
  await expect(form.field('forWhom')).toBeFocused()
  await page.keyboard.type('Keyboard Kate')
  await page.keyboard.press('Tab')
  await page.keyboard.type('For patience')
  await page.keyboard.press('Tab')
  await expect(form.field('donationEnabled')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(form.button('order')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.dialog).toBeVisible()
  await expect(form.button('close')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(form.button('close')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form.dialog).toBeHidden()
  await expect(form.heading).toBeFocused()
})

test('the amounts are one radio group, walked with the arrows', async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  await page.route('**/api/create-payment-intent', () => undefined)
  await form.amount(100).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(form.amount(200)).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(form.amount(300)).toBeChecked()
  await expect(
    page.getByRole('group', { name: 'Donation amount, UAH' }).getByRole('radio'),
  ).toHaveCount(6)
})

test('the accessibility tree reads like the form', async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph: Test payments
      - group "Language":
        - button "UA українська"
        - button "RU русский"
        - button "EN English" [pressed]
      - heading "Light a candle" [level=1]
      - textbox "For whom"
      - textbox "Your intention"
      - region "Add a donation":
        - checkbox "Add a donation" [checked]
        - textbox "Email"
        - group "Donation amount, UAH":
          - radio "100"
          - radio "200"
          - radio "300"
          - radio "400"
          - radio "500"
          - radio "Other"
  `)
})

for (const width of [350, 320, 280]) {
  test(`everything that is pressed is 44 px or more, and nothing spills out, at ${width} px`, async ({
    page,
    form,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const language of ['uk', 'ru', 'en']) {
      await form.visit(page, `?lang=${language}`)
      await form.choose(200)
      const small = await page
        .locator(
          'main :is(button, a, .switch, .amount, input:not([type=radio], [type=checkbox])):visible',
        )
        .evaluateAll(controls =>
          controls
            .map(control => ({ box: control.getBoundingClientRect(), html: control.outerHTML }))
            .filter(({ box }) => box.width < 44 || box.height < 44)
            .map(({ html }) => html),
        )
      expect(small).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
    }
  })
}
