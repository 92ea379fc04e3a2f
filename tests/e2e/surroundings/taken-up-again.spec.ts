import { cards } from '../../setup/cards'
import { hold } from '../candle-form'
import { expect, test } from '../form-test'

const outcomePath = '**/api/payment-outcomes'

test('a resumed payment leaves alone what was typed before the script', async ({
  page,
  form,
  store,
}) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await page.route(outcomePath, route => route.abort())
  await form.visit(page, '?lang=en')
  await form.donate('Steady Stella', 100)
  await expect(page.locator('.payment-status')).toContainText('You have paid 100 UAH')
  const cardForms: string[] = []
  page.on('request', request => {
    if (request.url().includes('/frames/card.html')) cardForms.push(request.url())
  })
  await page.reload()
  await expect(page.locator('.payment-status')).toContainText('Checking your payment')
  await expect(page.locator('.payment-status')).toContainText('Steady Stella')

  await page.unroute(outcomePath)
  await page.route('**/endive/stripe.js*', route => route.abort())
  const letGo = await hold(page, '**/assets/main-*.js')
  await page.reload({ waitUntil: 'commit' })
  await form.field('forWhom').pressSequentially('New Nadia')
  letGo()
  await expect(form.dialog).toContainText('Payment complete')
  await expect(form.field('forWhom')).toHaveValue('New Nadia')
  expect(cardForms).toEqual([])
  expect(await store.orders('Steady Stella')).toMatchObject([{ payment: 'paid' }])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a payment frozen while confirming locks the amounts', async ({ page, form }) => {
  await form.visit(page)
  await form.fillWords('Забута Зінаїда')
  await form.choose(300)
  // The provider's frame was frozen with the page, so its script never answers.
  await page.route('**/v1/payment_intents/*/confirm', () => undefined)
  await form.payWith(cards.good)
  await expect(form.button('pay')).toHaveText('Обробляємо…')
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.button('pay')).toHaveCount(0)
  await expect(form.amount(100)).toBeDisabled()
  await form.askUntil(page, page.getByText('Ви вже почали платити 300 грн'))
})
