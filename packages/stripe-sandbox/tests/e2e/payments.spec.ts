import { expect, test } from '@playwright/test'
import { challengeFrame, fillCard, outcome, pay } from '../shop/pay-with'
import { useShop } from '../shop/shop-test'

const shops = useShop()

test('3-D Secure passed and then declined by the bank is the bank’s decline', async ({ page }) => {
  await shops.visit(page)
  await fillCard(page, '4000008400001629')
  await pay(page)
  await challengeFrame(page).locator('#test-source-authorize-3ds').click()
  expect((await outcome(page)).error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
})

test('what is paid already is confirmed no more; nor is what nobody knows', async ({ page }) => {
  await shops.visit(page)
  await fillCard(page, '4242424242424242')
  await pay(page)
  await expect(page.getByTestId('outcome')).toContainText('"status":"succeeded"')
  await pay(page)
  await expect(page.getByTestId('outcome')).toContainText('payment_intent_unexpected_state')
  expect(await page.getByTestId('outcome').textContent()).toContain('"status":"succeeded"')

  await page.goto(shops.address({ client_secret: 'pi_nobody_secret_nothing' }))
  await page.getByText('ready', { exact: true }).waitFor()
  await fillCard(page, '4242424242424242')
  await pay(page)
  expect((await outcome(page)).error?.message).toBe("No such payment_intent: 'pi_nobody'")
})

test('the bank’s own page, although redirects are only "if required": failed, then succeeded', async ({
  page,
}) => {
  const intent = await shops.newIntent()
  for (const [button, shown, status] of [
    ['#test-source-fail-3ds', 'failed', 'requires_payment_method'],
    ['#test-source-authorize-3ds', 'succeeded', 'succeeded'],
  ] as const) {
    await page.goto(shops.address(intent, { locale: 'ru' }))
    await fillCard(page, '4000009000000003')
    await pay(page)
    await page.waitForURL('**/frames/bank.html?**')
    await expect(page.getByText(/200[.,]00/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Подтвердите платёж' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await page.locator(button).click()
    await page.waitForURL(`${shops.shop().url}/returned?**`)
    const url = new URL(page.url())
    expect(url.searchParams.get('redirect_status')).toBe(shown)
    expect(url.searchParams.get('payment_intent')).toBe(intent.id)
    expect(url.hash).toBe('#end')
    expect((await shops.stateOf(intent.id)).status).toBe(status)
  }
})
