import type { Page } from '@playwright/test'
import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { controlSandbox } from '../setup/control-sandbox'
import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'
import { framedForm, visitHost } from './host-page'

/** Pays 500 UAH up to the bank's challenge, and reloads the page instead of answering. */
async function leaveBankStepOpen(page: Page, form: CandleForm, forWhom: string) {
  await form.visit(page)
  await form.donate(forWhom, 500, cards.asksBank)
  await expect(form.bankAnswer('authorize')).toBeVisible()
  await page.reload()
}

test('another amount waits for the first’s cancel', async ({ page, form, product, store }) => {
  await leaveBankStepOpen(page, form, 'Переміна Палажка')
  await form.askUntil(page, page.getByText('Ви вже почали платити 500 грн'))
  const sandbox = controlSandbox(product.sandboxUrl)
  // While the provider does not answer the cancellation, no other payment begins.
  await sandbox.fault({
    action: 'status',
    status: 500,
    method: 'POST',
    path: '/v1/payment_intents/*/cancel',
    count: null,
  })
  await form.amount(200).check()
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.amount(100)).toBeDisabled()
  expect(store.intents).toHaveLength(1)
  await sandbox.clear()
  await form.cardFormIsOpen()
  await form.fillWords('Переміна Палажка')
  await expect(form.button('pay')).toContainText('200')
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('200 грн')
  expect(store.intents).toHaveLength(2)
  const paid = { payment: 'paid', confirmedKopiykas: 20_000 }
  expect(await store.orders('Переміна Палажка')).toMatchObject([paid])
})

test('a free order after a declined card is not filled in again', async ({ page, form }) => {
  await form.visit(page)
  await form.donate('Згадана Ганна', 200, cards.declined)
  await form.button('close').click()
  await form.button('withoutDonation').click()
  await expect(form.dialog).toContainText('Згадана Ганна')
  await page.reload()
  await form.started()
  await expect(form.amount(200)).toBeEnabled()
  await expect(form.field('forWhom')).toHaveValue('')
})

test('another amount cancels a declined payment', async ({ page, form, store }) => {
  const states = async () => {
    const all = (await store.read()).intents
    return store.intents.map(id => all.find(intent => intent.id === id)?.status)
  }
  await form.visit(page)
  await form.donate('Розважлива Рута', 300, cards.declined)
  await form.button('close').click()
  await form.amount(100).check()
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('100')
  expect(await states()).toEqual(['canceled', 'requires_payment_method'])

  await form.payWith(cards.declined)
  await expect(form.dialog).toBeVisible()
  // A certain decline leaves nothing to ask.
  await page.reload()
  await form.started()
  await expect(form.amount(100)).toBeEnabled()
  await expect(form.dialog).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

  await form.choose(100)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('100 грн')
  expect(await store.charges()).toEqual([10_000])
  expect((await states()).slice(0, 2)).toEqual(['canceled', 'requires_payment_method'])
})

test('a free order keeps the payment left at the bank', { tag: '@engines' }, async ({
  page,
  form,
  store,
}) => {
  await leaveBankStepOpen(page, form, 'Невтішна Ніна')
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await form.askUntil(page, page.getByText('Ви вже почали платити 500 грн'))
  await expect(form.amount(500)).toBeChecked()
  await form.cardFormIsOpen()

  await form.orderFree('Невтішна Ніна')
  await expect(form.toast).toBeVisible()
  await form.button('close').click()
  expect(await store.orders('Невтішна Ніна')).toMatchObject([{ payment: 'none' }])

  await form.field('donationEnabled').check()
  await expect(form.amount(500)).toBeChecked()
  await form.cardFormIsOpen()
  await form.fillWords('Невтішна Ніна удруге')
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('500 грн')
  expect(store.intents).toHaveLength(1)
  expect(await store.orders('Невтішна Ніна удруге')).toMatchObject([{ payment: 'paid' }])
  expect(await store.charges()).toEqual([50_000])
})

for (const where of ['alone', 'in frames of a site'])
  test(`one of two tabs pays, the other checks: ${where}`, {
    tag: where === 'alone' ? [] : '@engines',
  }, async ({ page, url, context, store }) => {
    const frame = `<iframe src="${url}/?lang=uk" style="width:100%;height:1500px;border:0"></iframe>`
    const site = where === 'alone' ? `${url}/` : await visitHost(page, frame)
    const open = async (tab: Page) => {
      await tab.goto(site)
      const form = where === 'alone' ? new CandleForm(tab, url) : framedForm(tab, url)
      await form.started()
      return form
    }
    const first = await open(page)
    await first.fillWords(`Перша Параска ${where}`)
    await first.choose(200)
    const tab = await context.newPage()
    const second = await open(tab)
    await second.fillWords(`Друга Параска ${where}`)
    await second.choose(300)
    await fillCard(second.place, cards.good)
    await first.payWith(cards.asksBank)
    await first.bankAnswer('authorize').waitFor()
    await second.button('pay').click()
    await expect(second.place.getByText('Перевіряємо оплату')).toBeVisible()
    await first.bankAnswer('authorize').click()
    await expect(first.dialog).toContainText('200 грн')
    // The answer is asked for at once, and not some seconds later.
    await second.place
      .locator('html')
      .evaluate(() => void window.dispatchEvent(new Event('online')))
    await expect(second.dialog).toContainText('200 грн')
    // The words stay in the tab that they were typed in.
    await expect(second.dialog).not.toContainText('Перша')
    const { orders, charges } = await store.read()
    expect(orders.filter(({ name }) => name.endsWith(`Параска ${where}`))).toMatchObject([
      { name: `Перша Параска ${where}`, confirmedKopiykas: 20_000 },
    ])
    expect(charges.filter(one => one.payment_intent === store.intents[1])).toEqual([])
  })

test('a new tab does not cancel another tab’s payment', { tag: '@engines' }, async ({
  page,
  form,
  context,
  store,
}) => {
  await form.visit(page)
  await form.donate('Неквапна Ніла', 200, cards.declined)
  await form.button('close').click()
  await expect(form.button('pay')).toBeFocused()
  await fillCard(page, cards.good)

  const tab = await context.newPage()
  const second = new CandleForm(tab, form.url)
  await second.visit(tab)
  await expect(second.amount(100)).toBeEnabled()
  await expect(second.field('forWhom')).toHaveValue('')
  await form.button('pay').click()
  await expect(form.dialog).toContainText('200 грн')
  expect(store.intents).toHaveLength(1)
  expect(await store.orders('Неквапна Ніла')).toMatchObject([{ payment: 'paid' }])
})

test('after a decline the next visitor of the device sees no word of the one before', async ({
  page,
  form,
  context,
}) => {
  await form.visit(page)
  await form.fillWords('Оксани, хворої', 'За одужання', 'oksana@example.org')
  for (const card of [cards.declined, cards.asksBank]) {
    await form.choose(200)
    await form.payWith(card)
    if (card === cards.declined) await form.button('close').click()
    else await form.bankAnswer('authorize').waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Оксани')
  }
  await page.close()
  const tab = await context.newPage()
  const next = new CandleForm(tab, form.url)
  await next.visit(tab)
  await expect(tab.getByText('Перевіряємо оплату')).toBeVisible()
  for (const name of ['forWhom', 'purpose', 'email']) await expect(next.field(name)).toHaveValue('')
  await expect(tab.locator('body')).not.toContainText('Оксани')
})
