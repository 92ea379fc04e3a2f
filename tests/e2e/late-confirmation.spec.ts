import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'

const checkingTitle = 'Перевіряємо оплату'
const stillOpen = 'Ви вже почали платити 200 грн'

const late = test.extend<{
  /**
   * Pays 200 UAH, with the connection cut before the provider has confirmed: the answer is lost, and the
   * returned function lets the confirmation take effect, if it still can.
   */
  payOverCutLine: (forWhom: string) => Promise<() => Promise<void>>
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
      return () => land()
    })
  },
})

late(
  'after the visitor has chosen another amount: one charge',
  async ({ page, form, payOverCutLine, readCharges, readOrders, intents }) => {
    const land = await payOverCutLine('Мінлива Мирослава')
    await form.askUntil(page, form.dialog)
    await form.button('close').click()
    await expect(page.getByText(stillOpen)).toBeVisible()
    await form.amount(500).check()
    await form.cardFormIsOpen()
    await expect(form.button('pay')).toContainText('500')
    await land()
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('500 грн', { timeout: 20_000 })
    expect(await readCharges()).toEqual([50_000])
    expect(await readOrders('Мінлива Мирослава')).toMatchObject([{ payment: 'paid' }])
    expect(intents).toHaveLength(2)
  },
)

late(
  'with the tab closed and another opened: one charge, reported as the payment made before',
  async ({ page, context, product, payOverCutLine, readCharges, readOrders, intents }) => {
    const land = await payOverCutLine('Оновлена Ольга')
    await page.close()
    const tab = await context.newPage()
    const form = new CandleForm(tab, product.url)
    await form.visit(tab)
    await expect(tab.getByText(checkingTitle)).toBeVisible()
    await land()
    await expect(form.dialog).toContainText('Оплату завершено')
    expect(await readCharges()).toEqual([20_000])
    expect(await readOrders('Оновлена Ольга')).toMatchObject([{ payment: 'paid' }])
    expect(intents).toHaveLength(1)
  },
)

late(
  'with the page waiting: no other amount, an order without a donation, one charge, and both are reported',
  async ({ form, payOverCutLine, readCharges, intents, readOrders }) => {
    const land = await payOverCutLine('Рішуча Романа')
    // No other amount can be chosen before the outcome of the first is known.
    await expect(form.amount(500)).toBeDisabled()
    await form.amount(500).dispatchEvent('click')
    await expect(form.button('pay')).toHaveCount(0)
    await expect(form.dialog).toHaveCount(0)
    await form.field('donationEnabled').uncheck()
    await form.fillWords('Вільна від пожертви')
    await form.button('order').click()
    await expect(form.dialog).toContainText('Замовлення прийнято')
    await land()
    await form.button('close').click()
    await expect(form.dialog).toContainText('200 грн')
    expect(await readCharges()).toEqual([20_000])
    expect(await readOrders('Рішуча Романа')).toMatchObject([{ payment: 'paid' }])
    expect(await readOrders('Вільна від пожертви')).toMatchObject([{ payment: 'none' }])
    expect(intents).toHaveLength(1)
  },
)
