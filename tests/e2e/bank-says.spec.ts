import { challengeFrame } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from './candle-form'
import { expect, test } from './form-test'

const bankSaidNo = 'Платіж не підтверджено в банку.'

test('an expired card is reported in English on an English page', async ({ page, form }) => {
  await form.takeOwnAddress(page)
  await form.visit(page, '?lang=en')
  await form.choose(100)
  await form.payWith(cards.expired)
  await expect(form.dialog).toContainText('Your card has expired.')
})

test('the bank asks, the visitor says yes: paid', async ({ page, form }) => {
  await form.visit(page)
  await form.fillWords('Тетяна')
  await form.choose(300)
  await form.payWith(cards.asksBank)
  await challengeFrame(page).locator('#test-source-authorize-3ds').click()
  await expect(form.dialog).toContainText('300 грн')
})

test('the bank asks, the visitor says no: shown as the bank’s refusal, nothing charged', async ({
  page,
  form,
}) => {
  await form.takeOwnAddress(page)
  await form.visit(page)
  await form.choose(300)
  await form.payWith(cards.asksBank)
  await challengeFrame(page).locator('#test-source-fail-3ds').click()
  await expect(form.dialog).toContainText(bankSaidNo)
  await form.button('close').click()
  await expect(form.button('pay')).toBeEnabled()
  await expect(form.amount(100)).toBeEnabled()
})

test('the bank asks, the visitor closes its window: the same, and another card pays', async ({
  page,
  form,
}) => {
  await form.takeOwnAddress(page)
  await form.visit(page)
  await form.choose(300)
  await form.payWith(cards.asksBank)
  await challengeFrame(page).locator('#test-source-authorize-3ds').waitFor()
  await page
    .frameLocator('body > div > iframe[name^="__privateStripeFrame"]')
    .locator('#close')
    .click()
  await expect(form.dialog).toContainText(bankSaidNo)
  await form.button('close').click()
  await expect(form.amount(100)).toBeEnabled()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('300 грн')
})

test('an incomplete card is reported and changes nothing', async ({ page, form }) => {
  await form.visit(page)
  await form.choose(100)
  await form.button('pay').click()
  await expect(form.dialog).toContainText('Номер картки вказано не повністю.')
})
