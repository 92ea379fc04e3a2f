import type { Page } from '@playwright/test'
import { challengeFrame } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from './candle-form'
import { expect, test } from './form-test'

/** Code that comes after the form does not come, until it is let through. */
async function loseCode(page: Page, name: string): Promise<() => Promise<void>> {
  const files = `**/assets/${name}-*.js`
  await page.route(files, route => route.abort())
  return () => page.unroute(files)
}

for (const [what, name] of [
  ['code', 'place-free-order'],
  ['shared code', 'calls'],
] as const)
  test(`an order whose ${what} did not load is shown as failed, and can be pressed again`, async ({
    page,
    form,
  }) => {
    const letCome = await loseCode(page, name)
    await form.visit(page, '?lang=en')
    await form.field('donationEnabled').uncheck()
    await form.fillWords('Patient Paul')
    await form.button('order').click()
    await expect(form.toast).toContainText('Failed to submit order. Please try again.')
    await expect(form.field('forWhom')).toHaveValue('Patient Paul')
    await letCome()
    await form.button('order').click()
    await expect(form.dialog).toContainText('Order received')
  })

test('a card form whose code did not load is shown as failed, and loads with the next choice', async ({
  page,
  form,
}) => {
  const letCome = await loseCode(page, 'card-form')
  await form.visit(page, '?lang=en')
  // A click, not a check: the choice is taken back at once.
  await form.amount(200).click()
  await expect(form.dialog).toContainText('Failed to initialize payment. Please try again.')
  await form.button('close').click()
  await expect(form.amount(200)).not.toBeChecked()
  await letCome()
  await form.choose(200)
})

test.describe('where the provider’s form fails', () => {
  test.use({ allowed: /elementType: payment/ })

  test('a begun payment waits for its card form, which is tried again, and stays the only one', async ({
    page,
    form,
    readStore,
  }) => {
    // The bank's open step is waited for some seconds before the form is given back.
    test.slow()
    const intents: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/create-payment-intent')) intents.push(request.url())
    })
    await form.visit(page, '?lang=en')
    await form.fillWords('Patient Pelagia')
    await form.choose(500)
    await form.payWith(cards.asksBank)
    await expect(challengeFrame(page).locator('#test-source-authorize-3ds')).toBeVisible()
    const letCome = await loseCode(page, 'card-form')
    const lost = page.waitForEvent('requestfailed', request =>
      request.url().includes('/card-form-'),
    )
    await page.reload()
    await lost
    await expect(page.getByText('Preparing the card form…')).toBeVisible({ timeout: 15_000 })
    await expect(form.amount(500)).toBeChecked()
    await expect(form.dialog).toHaveCount(0)

    // Our code comes now, but the provider's form cannot read the payment.
    const intentPath = '**/v1/payment_intents/*?*'
    await page.route(intentPath, route =>
      route.request().frame().url().includes('/frames/card.html')
        ? route.fulfill({ status: 500, json: { error: { type: 'api_error', message: 'no' } } })
        : route.continue(),
    )
    await letCome()
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await expect(tryAgain).toBeVisible({ timeout: 20_000 })
    await expect(form.dialog).toHaveCount(0)
    await expect(page.getByText('You have already begun to pay 500 UAH')).toBeVisible()
    await expect(form.amount(500)).toBeChecked()

    await page.unroute(intentPath)
    await tryAgain.click()
    await form.cardFormIsOpen()
    await expect(form.button('pay')).toContainText('500')
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('500 UAH')
    expect(intents).toHaveLength(1)
    const { orders, charges } = await readStore()
    const [order] = orders.filter(({ name }) => name === 'Patient Pelagia')
    const paid = charges.filter(
      ({ payment_intent, status }) =>
        payment_intent === order?.payment_intent_id && status === 'succeeded',
    )
    expect(paid).toHaveLength(1)
  })
})

test('where dialogs and toasts do not load, plain text replaces them until they do', async ({
  page,
  form,
}) => {
  const letCome = await loseCode(page, 'overlay-layer')
  await form.visit(page, '?lang=en')
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Plain Peter')
  await form.button('order').click()
  await expect(page.getByRole('alert')).toHaveText(
    'Your candle will be lit in church. May your prayer be heard.',
  )
  await letCome()
  await expect(form.dialog).toContainText('Order received')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
