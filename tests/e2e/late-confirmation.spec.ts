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
  /** Ids of the intents created for this visitor. */
  intents: string[]
  /** Lets the confirmation take effect, if it still can. */
  land: () => Promise<void>
}

const late = test.extend<{
  /** Pays 200 UAH, with the connection cut before the provider has confirmed. */
  payOverCutLine: (forWhom: string) => Promise<LatePayment>
  /** One captured charge for the visitor, and one paid order of this amount in UAH. */
  expectOneCharge: (payment: LatePayment, uah: number) => Promise<void>
}>({
  payOverCutLine: async ({ page, form, context }, use) => {
    await use(async forWhom => {
      const intents: string[] = []
      context.on('response', async response => {
        if (!response.url().endsWith('/api/create-payment-intent')) return
        const { client_secret } = await response.json().catch(() => ({}))
        if (client_secret) intents.push(client_secret.split('_secret_')[0])
      })
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
      return { page, form, forWhom, intents, land: () => land() }
    })
  },
  expectOneCharge: async ({ readStore }, use) => {
    await use(async ({ forWhom, intents }, uah) => {
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
  'with the page waiting, though another amount is pressed: one charge, and the visitor is thanked',
  async ({ payOverCutLine, expectOneCharge }) => {
    const payment = await payOverCutLine('Терпелива Текля')
    const { form } = payment
    await expect(form.amount(500)).toBeDisabled()
    // No other amount can be chosen before the outcome of the first is known.
    await form.amount(500).dispatchEvent('click')
    await payment.land()
    await expect(form.dialog).toContainText('Дякуємо!')
    await expect(form.dialog).toContainText('200 грн')
    await expectOneCharge(payment, 200)
    expect(payment.intents).toHaveLength(1)
  },
)

late(
  'after the visitor has chosen another amount: one charge',
  async ({ payOverCutLine, expectOneCharge }) => {
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
    expect(payment.intents).toHaveLength(2)
  },
)

late(
  'with the tab closed and another opened: one charge, reported as the payment made before',
  async ({ payOverCutLine, expectOneCharge, context, product }) => {
    const payment = await payOverCutLine('Оновлена Ольга')
    await payment.page.close()
    const tab = await context.newPage()
    const form = new CandleForm(tab, product.url)
    await form.visit(tab)
    await expect(tab.getByText(checkingTitle)).toBeVisible()
    await payment.land()
    await expect(form.dialog).toContainText('Оплату завершено')
    await expectOneCharge(payment, 200)
    expect(payment.intents).toHaveLength(1)
  },
)

late(
  'while the visitor orders without a donation: one charge, and both are reported',
  async ({ payOverCutLine, expectOneCharge, readOrders }) => {
    const payment = await payOverCutLine('Рішуча Романа')
    const { form } = payment
    await form.field('donationEnabled').uncheck()
    await form.fillWords('Вільна від пожертви')
    await form.button('order').click()
    await expect(form.dialog).toContainText('Замовлення прийнято')
    await payment.land()
    await form.button('close').click()
    await expect(form.dialog).toContainText('200 грн')
    await expectOneCharge(payment, 200)
    expect(await readOrders('Вільна від пожертви')).toMatchObject([{ payment: 'none' }])
    expect(payment.intents).toHaveLength(1)
  },
)
