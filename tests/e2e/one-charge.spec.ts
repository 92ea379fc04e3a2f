import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from '../setup/cards'
import { CandleForm } from './candle-form'
import { expect, test } from './form-test'
import { framedForm, visitHost } from './host-page'

test('of two tabs one pays and the other checks, also in frames of a site', {
  tag: ['@engines', '@quick'],
}, async ({ page, url, context, store }) => {
  const frame = `<iframe src="${url}/?lang=uk" style="width:100%;height:1500px;border:0"></iframe>`
  const site = await visitHost(page, frame)
  const first = framedForm(page, url)
  await first.started()
  await first.fillWords('Перша Параска')
  await first.choose(200)
  const tab = await context.newPage()
  await tab.goto(site)
  const second = framedForm(tab, url)
  await second.started()
  await second.fillWords('Друга Параска')
  await second.choose(300)
  await fillCard(second.place, cards.good)
  await first.payWith(cards.asksBank)
  await first.bankAnswer('authorize').waitFor()
  await second.button('pay').click()
  await expect(second.place.getByText('Перевіряємо оплату')).toBeVisible()
  await first.bankAnswer('authorize').click()
  await expect(first.dialog).toContainText('200 грн')
  // The answer is asked for at once, and not some seconds later.
  await second.place.locator('html').evaluate(() => void window.dispatchEvent(new Event('online')))
  await expect(second.dialog).toContainText('200 грн')
  // The words stay in the tab that they were typed in.
  await expect(second.dialog).not.toContainText('Перша')
  const { orders, charges } = await store.read()
  expect(orders.filter(({ name }) => name.endsWith('Параска'))).toMatchObject([
    { name: 'Перша Параска', confirmedKopiykas: 20_000 },
  ])
  expect(charges.filter(one => one.payment_intent === store.intents[1])).toEqual([])
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
    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    expect(kept).not.toMatch(/Оксани|одужання|oksana/)
  }
  await page.close()
  const tab = await context.newPage()
  const next = new CandleForm(tab, form.url)
  await next.visit(tab)
  await expect(tab.getByText('Перевіряємо оплату')).toBeVisible()
  for (const name of ['forWhom', 'purpose', 'email']) await expect(next.field(name)).toHaveValue('')
  await expect(tab.locator('body')).not.toContainText('Оксани')
})
