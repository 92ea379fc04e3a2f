import type { Page } from '@playwright/test'
import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'

const checkingTitle = 'Перевіряємо оплату'
const stillOpen = 'Ви вже почали платити 200 грн'

/** A payment that is confirmed late, and whose answer is lost. */
interface LatePayment {
  page: Page
  form: CandleForm
  forWhom: string
  /** Lets the confirmation take effect, if it still can. */
  land: () => Promise<void>
}

const late = test.extend<{
  /** Pays 200 UAH, with the connection cut before the provider has confirmed. */
  payOverCutLine: (forWhom: string) => Promise<LatePayment>
  /** One captured charge for the visitor, and one paid order of this amount in UAH. */
  expectOneCharge: (payment: LatePayment, uah: number) => Promise<void>
}>({
  payOverCutLine: async ({ page, form }, use) => {
    await use(async forWhom => {
      await form.visit(page)
      await form.fillWords(forWhom)
      await form.choose(200)
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
      await form.payWith(cards.good)
      await expect(page.getByText(checkingTitle)).toBeVisible()
      return { page, form, forWhom, land: () => land() }
    })
  },
  expectOneCharge: async ({ readStore, intents }, use) => {
    await use(async ({ forWhom }, uah) => {
      const { orders, charges } = await readStore()
      const captured = charges.filter(
        ({ payment_intent, paid }) => paid && intents.includes(payment_intent),
      )
      expect(captured).toMatchObject([{ amount: uah * 100 }])
      const paid = orders.filter(({ name, payment }) => name === forWhom && payment === 'paid')
      expect(paid).toMatchObject([{ confirmed_kopiykas: uah * 100 }])
    })
  },
})

late(
  'after the visitor has chosen another amount: one charge',
  async ({ payOverCutLine, expectOneCharge, intents }) => {
    const payment = await payOverCutLine('Мінлива Мирослава')
    const { page, form } = payment
    await form.askUntil(page, form.dialog)
    await form.button('close').click()
    await expect(page.getByText(stillOpen)).toBeVisible()
    await form.amount(500).check()
    await form.cardFormIsOpen()
    await expect(form.button('pay')).toContainText('500')
    await payment.land()
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('500 грн', { timeout: 20_000 })
    await expectOneCharge(payment, 500)
    expect(intents).toHaveLength(2)
  },
)

late(
  'with the tab closed and another opened: one charge, reported as the payment made before',
  async ({ payOverCutLine, expectOneCharge, intents, context, product }) => {
    const payment = await payOverCutLine('Оновлена Ольга')
    await payment.page.close()
    const tab = await context.newPage()
    const form = new CandleForm(tab, product.url)
    await form.visit(tab)
    await expect(tab.getByText(checkingTitle)).toBeVisible()
    await payment.land()
    await expect(form.dialog).toContainText('Оплату завершено')
    await expectOneCharge(payment, 200)
    expect(intents).toHaveLength(1)
  },
)

late(
  'with the page waiting: no other amount, an order without a donation, one charge, and both are reported',
  async ({ payOverCutLine, expectOneCharge, intents, readOrders }) => {
    const payment = await payOverCutLine('Рішуча Романа')
    const { form } = payment
    // No other amount can be chosen before the outcome of the first is known.
    await expect(form.amount(500)).toBeDisabled()
    await form.amount(500).dispatchEvent('click')
    await expect(form.button('pay')).toHaveCount(0)
    await expect(form.dialog).toHaveCount(0)
    await form.field('donationEnabled').uncheck()
    await form.fillWords('Вільна від пожертви')
    await form.button('order').click()
    await expect(form.dialog).toContainText('Замовлення прийнято')
    await payment.land()
    await form.button('close').click()
    await expect(form.dialog).toContainText('200 грн')
    await expectOneCharge(payment, 200)
    expect(await readOrders('Вільна від пожертви')).toMatchObject([{ payment: 'none' }])
    expect(intents).toHaveLength(1)
  },
)
