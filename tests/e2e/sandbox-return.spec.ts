import { expect, test } from '@playwright/test'
import { challengeFrame, fillCard, pay } from '../sandbox/shop/pay-with'
import { openMarket } from '../sandbox/shop/shop-test'

const market = openMarket()

test('by default a payment ends at the return address, with what the provider adds', async ({
  page,
}) => {
  const intent = await market.visit(page, { redirect: 'always' })
  await fillCard(page, '4242424242424242')
  await pay(page)
  await page.waitForURL('**/returned?**')
  const url = new URL(page.url())
  expect(Object.fromEntries(url.searchParams)).toEqual({
    shop: '1',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  })
  expect(url.hash).toBe('#end')
})

test('by default a challenge is still asked over the page', async ({ page }) => {
  await market.visit(page, { redirect: 'always' })
  await fillCard(page, '4000002760003184')
  await pay(page)
  await challengeFrame(page).locator('#test-source-authorize-3ds').click()
  await page.waitForURL('**/returned?**')
  expect(new URL(page.url()).searchParams.get('redirect_status')).toBe('succeeded')
})

for (const [button, status] of [
  ['#test-source-authorize-3ds', 'succeeded'],
  ['#test-source-fail-3ds', 'failed'],
] as const)
  test(`the bank's own page, although redirects are only "if required": ${status}`, async ({
    page,
  }) => {
    const intent = await market.visit(page)
    await fillCard(page, '4000009000000003')
    await pay(page)
    await page.waitForURL('**/frames/bank.html?**')
    await expect(page.getByText('200.00')).toBeVisible()
    await page.locator(button).click()
    await page.waitForURL(`${market.shop().url}/returned?**`)
    const url = new URL(page.url())
    expect(url.searchParams.get('redirect_status')).toBe(status)
    expect(url.searchParams.get('payment_intent')).toBe(intent.id)
    expect(url.hash).toBe('#end')
    const paid = status === 'succeeded' ? 'succeeded' : 'requires_payment_method'
    expect((await market.stateOf(intent.id)).status).toBe(paid)
  })

test('the bank speaks the language of the card form', async ({ page }) => {
  await market.visit(page, { locale: 'ru' })
  await fillCard(page, '4000009000000003')
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Подтвердите платёж' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
})
