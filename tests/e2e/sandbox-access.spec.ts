import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { cardFrame, challengeFrame, fillCard, pay } from '../sandbox/shop/pay-with'
import { openMarket } from '../sandbox/shop/shop-test'

const market = openMarket()

/** The rules of the standard; those on a page's outline (one main part, one heading) are not for frames. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

for (const locale of ['en', 'ru'] as const) {
  test(`the card form with its errors has no barrier that a machine can find: ${locale}`, async ({
    page,
  }) => {
    await market.visit(page, { locale })
    await pay(page)
    await expect(cardFrame(page).locator('#Field-numberError')).not.toBeEmpty()
    await expect(cardFrame(page).locator('html')).toHaveAttribute('lang', locale)
    const { violations } = await new AxeBuilder({ page })
      .withTags(standard)
      .include('iframe[title="Secure payment input frame"]')
      .analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
  })

  test(`neither has the challenge: ${locale}`, async ({ page }) => {
    await market.visit(page, { locale })
    await fillCard(page, '4000002760003184')
    await pay(page)
    await expect(challengeFrame(page).getByText(/200[.,]00/)).toBeVisible()
    const { violations } = await new AxeBuilder({ page })
      .withTags(standard)
      .include('body > div > iframe')
      .analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
  })
}
