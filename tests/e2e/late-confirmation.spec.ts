import type { Page } from '@playwright/test'
import { cards } from '../setup/cards'
import type { CandleForm } from './candle-form'
import { expect, test } from './form-test'

const checkingTitle = 'Перевіряємо оплату'
const stillOpen = 'Ви вже почали платити 200 грн'

/**
 * Pays 200 UAH, with the connection cut before the provider has confirmed: the answer is lost, and the
 * returned function lets the confirmation take effect, if it still can.
 */
async function payOverCutLine(page: Page, form: CandleForm, forWhom: string) {
  await form.visit(page)
  let land = async () => {}
  await page.route(
    '**/v1/payment_intents/*/confirm',
    async route => {
      const request = route.request()
      const { 'content-length': _length, ...headers } = request.headers()
      // Sent from the test, so that it arrives even if the page is closed.
      land = async () => {
        await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
      }
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await form.donate(forWhom, 200)
  await expect(page.getByText(checkingTitle)).toBeVisible()
  return () => land()
}

test('with another amount chosen: one charge', async ({ page, form, store }) => {
  const land = await payOverCutLine(page, form, 'Мінлива Мирослава')
  await form.askUntil(page, form.dialog)
  await form.button('close').click()
  await expect(page.getByText(stillOpen)).toBeVisible()
  await form.amount(500).check()
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('500')
  await land()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('500 грн')
  expect(await store.charges()).toEqual([50_000])
  expect(await store.orders('Мінлива Мирослава')).toMatchObject([{ payment: 'paid' }])
  expect(store.intents).toHaveLength(2)
})
