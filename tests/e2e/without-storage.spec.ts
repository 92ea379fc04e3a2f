import { cards } from '../setup/cards'
import { CandleForm, hold } from './candle-form'
import { expect, test } from './form-test'
import { paste, visitHost } from './host-page'

// As in the browsers inside Telegram, Viber, Facebook and Instagram, and in strict ones.
test.use({ storage: false, allowed: /can escape its sandboxing/ })

const outcomePath = '**/api/payment-outcomes'

test('a donation with 3-D Secure needs neither storage nor windows', { tag: '@engines' }, async ({
  page,
  url,
  store,
}) => {
  // A site's builder, whose sandbox our frame inherits.
  const inner = paste(url).replaceAll('"', '&quot;')
  await visitHost(
    page,
    `<iframe id="builder" srcdoc="${inner}" style="width:400px;height:2000px"
      sandbox="allow-scripts allow-same-origin allow-forms"></iframe>`,
  )
  const frame = page.frameLocator('#builder').frameLocator('svichka-candle iframe')
  const form = new CandleForm(frame, url)
  await form.started()
  const hasStorage = await form.place.locator('html').evaluate(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
    try {
      return window.localStorage !== null
    } catch {
      return false
    }
  })
  expect(hasStorage, 'the switch works').toBe(false)
  await form.donate('Проста Прісціла', 200, cards.asksBank)
  await form.bankAnswer('authorize').click()
  await expect(form.dialog).toContainText('200 грн')
  await form.button('close').click()
  expect(await store.orders('Проста Прісціла')).toHaveLength(1)
})

// Also where the bank's app opened the phone's own browser, which knows nothing of the order.
test('a return without storage is checked and shown', { tag: ['@engines', '@quick'] }, async ({
  page,
  form,
  store,
}) => {
  const payByRedirect = async (forWhom: string) => {
    await form.fillWords(forWhom)
    await form.choose(200)
    await form.leaveForBank(page)
  }
  await form.visit(page)
  await payByRedirect('Безпам’ятний Борис')
  await page.route(outcomePath, route => route.abort())
  await page.locator('#test-source-authorize-3ds').click()
  await page.waitForURL(url => url.origin === new URL(form.url).origin)
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.amount(100)).toBeDisabled()
  await expect(form.field('donationEnabled')).toBeDisabled()
  await expect(form.button('withoutDonation')).toBeEnabled()

  await page.unroute(outcomePath)
  await expect(form.dialog).toContainText('Оплату завершено')
  await expect(form.dialog).toContainText('200 грн')
  await expect(form.dialog).toContainText('Свічку запалять')
  await expect(page).not.toHaveURL(/secret/)
  await form.button('close').click()

  // A server that does not know the payment stops nobody.
  const words = '**/api/order-drafts/**'
  await page.route(words, route => route.fulfill({ status: 404, json: { success: false } }))
  await payByRedirect('Загублена Зоя')
  await page.unroute(words)
  await page.locator('#test-source-authorize-3ds').click()
  await expect(form.dialog).toContainText('Імена до нас не дійшли')
  await form.dialog.locator('[name="forWhom"]').fill('Загублена Зоя')
  await form.dialog.locator('[name="purpose"]').fill('За мир')
  await form.dialog.locator('[name="save"]').click()
  await expect(form.dialog).toContainText('Свічку запалять')
  expect(await store.orders('Загублена Зоя')).toMatchObject([{ payment: 'paid' }])
})

test('a payment outlives a reload, and leaves alone what is typed before the script', {
  tag: '@engines',
}, async ({ page, form, store }) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await page.route(outcomePath, route => route.abort())
  await form.visit(page)
  await page.evaluate(() => window.history.replaceState({ theirs: 1 }, ''))
  await form.donate('Історична Ірина', 100)
  await expect(page.locator('.payment-status')).toContainText('100 грн сплачено')
  await page.unroute('**/api/candle-orders')
  const cardForms: string[] = []
  page.on('request', request => {
    if (request.url().includes('/frames/card.html')) cardForms.push(request.url())
  })
  const letGo = await hold(page, '**/assets/main-*.js')
  await page.reload({ waitUntil: 'commit' })
  await form.field('forWhom').pressSequentially('Нова Надія')
  letGo()
  await expect(page.locator('.payment-status')).toContainText('Перевіряємо оплату')
  await page.unroute(outcomePath)
  await form.askUntil(page, form.dialog)
  await expect(form.dialog).toContainText('Оплату завершено')
  await expect(form.field('forWhom')).toHaveValue('Нова Надія')
  expect(cardForms).toEqual([])
  expect(await page.evaluate(() => window.history.state)).toMatchObject({ theirs: 1 })
  expect(await store.orders('Історична Ірина')).toHaveLength(1)

  await form.button('close').click()
  await expect(form.heading).toBeFocused()
  await form.donate('Без пам’яті', 100)
  await expect(form.dialog).toContainText('Дякуємо')
  expect(await store.orders('Без пам’яті')).toHaveLength(1)
})
