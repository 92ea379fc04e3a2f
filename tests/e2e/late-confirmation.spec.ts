import type { Page } from '@playwright/test'
import { controlSandbox } from '../faults/control-sandbox'
import { sample } from '../setup/sample'
import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'

/** When the visitor's line breaks after the click on Pay, in ms. */
const cutAfter = 800
const checkingTitle = 'Перевіряємо оплату'
const stillOpen = 'Ви вже почали платити 200 грн'

/** A payment whose confirmation takes effect late, while its answer never comes. */
interface LatePayment {
  page: Page
  form: CandleForm
  forWhom: string
  /** Ids of the intents created for this visitor. */
  intents: string[]
  /** Resolves when the confirmation has taken effect, or failed to. */
  landed: Promise<unknown>
}

const late = test.extend<{
  /** Pays 200 UAH; the provider takes `ms` for the confirmation, and the line is cut before. */
  payOverCutLine: (forWhom: string, ms: number) => Promise<LatePayment>
  /** One captured charge for the visitor, and one paid order of this amount in UAH. */
  expectOneCharge: (payment: LatePayment, uah: number) => Promise<void>
}>({
  payOverCutLine: async ({ page, form, product, context }, use) => {
    await use(async (forWhom, ms) => {
      const intents: string[] = []
      context.on('response', async response => {
        if (!response.url().endsWith('/api/create-payment-intent')) return
        const { client_secret } = await response.json().catch(() => ({}))
        if (client_secret) intents.push(client_secret.split('_secret_')[0])
      })
      await form.visit(page)
      await form.fillWords(forWhom)
      await form.choose(200)
      await controlSandbox(product.sandboxUrl).fault({
        action: 'delay',
        at: 'before',
        ms,
        method: 'POST',
        path: '/v1/payment_intents/*/confirm',
        count: 1,
      })
      let land = (_: unknown) => {}
      const landed = new Promise(resolve => {
        land = resolve
      })
      await page.route(
        '**/v1/payment_intents/*/confirm',
        async route => {
          // Sent from here, so that it arrives whatever becomes of the page.
          const request = route.request()
          const { 'content-length': _length, ...headers } = request.headers()
          fetch(request.url(), { method: 'POST', headers, body: request.postData() }).then(
            land,
            land,
          )
          await new Promise(resolve => setTimeout(resolve, cutAfter))
          await route.abort('connectionreset').catch(() => undefined)
        },
        { times: 1 },
      )
      await form.payWith(cards.good)
      return { page, form, forWhom, intents, landed }
    })
  },
  expectOneCharge: async ({ readStore }, use) => {
    await use(async ({ forWhom, intents, landed }, uah) => {
      await landed
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

late.slow()

for (const seconds of [6, 20]) {
  const isShort = seconds < 10

  late(
    `${seconds} s late with the page waiting${isShort ? ', though another amount is pressed' : ''}: one charge, and the visitor is thanked`,
    async ({ payOverCutLine, expectOneCharge }) => {
      const payment = await payOverCutLine(`Терпелива Текля ${seconds}`, seconds * 1000)
      const { page, form } = payment
      await expect(page.getByText(checkingTitle)).toBeVisible()
      await expect(form.amount(500)).toBeDisabled()
      if (isShort) {
        // No other amount can be chosen before it is known that the first was paid.
        await form
          .amount(500)
          .check({ force: true, timeout: 1000 })
          .catch(() => undefined)
      } else {
        // The error is told only when a slow bank is no longer likely, and the payment stays the one.
        await expect(form.dialog).toContainText('Помилка', { timeout: 15_000 })
        await form.button('close').click()
        await expect(page.getByText(stillOpen)).toBeVisible()
      }
      await expect(form.dialog).toContainText('Дякуємо!', { timeout: 30_000 })
      await expect(form.dialog).toContainText('200 грн')
      await expectOneCharge(payment, 200)
      expect(payment.intents).toHaveLength(1)
    },
  )
}

late(
  '20 s late, and the visitor wants another amount: one charge',
  async ({ payOverCutLine, expectOneCharge }) => {
    const payment = await payOverCutLine('Мінлива Мирослава', 20_000)
    const { page, form } = payment
    await expect(page.getByText(checkingTitle)).toBeVisible()
    await form.button('close').click({ timeout: 20_000 })
    await expect(page.getByText(stillOpen)).toBeVisible()
    await form.amount(500).check()
    await form.cardFormIsOpen()
    await expect(form.button('pay')).toContainText('500')
    await payment.landed
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('500 грн', { timeout: 20_000 })
    await expectOneCharge(payment, 500)
    expect(payment.intents).toHaveLength(2)
  },
)

// At 20 s these end like the ones above; `npm run test:full` runs them too.
for (const seconds of sample([6], [6, 20])) {
  const ms = seconds * 1000

  late(
    `${seconds} s late with a reload: one charge, told as the payment made before`,
    async ({ payOverCutLine, expectOneCharge }) => {
      const payment = await payOverCutLine(`Оновлена Ольга ${seconds}`, ms)
      const { page, form } = payment
      await page.waitForTimeout(cutAfter + 700)
      await page.reload()
      await expect(page.getByText(checkingTitle)).toBeVisible()
      await expect(form.dialog).toContainText('Оплату завершено', { timeout: 40_000 })
      await expectOneCharge(payment, 200)
      expect(payment.intents).toHaveLength(1)
    },
  )

  late(
    `${seconds} s late with the tab closed and another opened: one charge`,
    async ({ payOverCutLine, expectOneCharge, context, product }) => {
      const payment = await payOverCutLine(`Закрита Зоряна ${seconds}`, ms)
      await payment.page.waitForTimeout(cutAfter + 700)
      await payment.page.close()
      const tab = await context.newPage()
      const form = new CandleForm(tab, product.url)
      await form.visit(tab)
      await expect(tab.getByText(checkingTitle)).toBeVisible()
      await expect(form.dialog).toContainText('Оплату завершено', { timeout: 40_000 })
      await expectOneCharge(payment, 200)
      expect(payment.intents).toHaveLength(1)
    },
  )

  late(
    `${seconds} s late, and the visitor orders without a donation meanwhile: one charge`,
    async ({ payOverCutLine, expectOneCharge, readStore }) => {
      const payment = await payOverCutLine(`Рішуча Романа ${seconds}`, ms)
      const { page, form } = payment
      await expect(page.getByText(checkingTitle)).toBeVisible()
      await form.field('donationEnabled').uncheck()
      await form.fillWords(`Вільна від пожертви ${seconds}`)
      await form.button('order').click()
      // Both are told, one after the other; on a slow machine the payment may be first.
      const [ordered, paid] = ['Замовлення прийнято', '200 грн']
      await expect(form.dialog).toContainText(new RegExp(`${ordered}|${paid}`))
      const isPaidFirst = (await form.dialog.textContent())?.includes(paid)
      await form.button('close').click()
      const second = isPaidFirst ? ordered : paid
      await expect(form.dialog).toContainText(second, { timeout: 40_000 })
      await expectOneCharge(payment, 200)
      const { orders } = await readStore()
      const free = orders.filter(({ name }) => name === `Вільна від пожертви ${seconds}`)
      expect(free).toMatchObject([{ payment: 'none' }])
      expect(payment.intents).toHaveLength(1)
    },
  )
}
