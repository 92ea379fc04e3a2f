import { cards } from '../setup/cards'
import { expect, test } from './form-test'

const bankSaidNo = 'Банк не отримав підтвердження платежу.'

test('a rejected bank challenge is shown; an approved one charges once', {
  tag: ['@engines', '@quick'],
}, async ({ page, form, store }) => {
  await form.visit(page)
  await form.fillWords('Обережна Софія')
  await form.choose(300)
  await form.button('pay').click()
  await expect(form.dialog).toContainText('Номер картки вказано не повністю.')
  await form.button('close').click()
  await expect(form.button('pay')).toBeFocused()

  await form.payWith(cards.asksBank)
  await form.bankAnswer('fail').click()
  await expect(form.dialog).toContainText(bankSaidNo)
  await form.button('close').click()
  await expect(form.button('pay')).toBeFocused()
  await expect(form.amount(100)).toBeEnabled()

  await form.payWith(cards.asksBank)
  await form.bankAnswer('authorize').waitFor()
  await page
    .frameLocator('body > div > iframe[name^="__privateStripeFrame"]')
    .locator('#close')
    .click()
  await expect(form.dialog).toContainText(bankSaidNo)
  await form.button('close').click()
  await expect(form.button('pay')).toBeFocused()
  await expect(form.amount(100)).toBeEnabled()
  await form.payWith(cards.asksBank)
  await form.bankAnswer('authorize').click()
  await expect(form.dialog).toContainText('300 грн')
  expect(await store.charges()).toEqual([30_000])
})
