import { startProduct } from '../../setup/processes'
import { CandleForm, hold } from '../candle-form'
import { expect, test } from '../form-test'

// A failed config call is logged, and a blocked frame has no origin.
test.use({ allowed: /500: no|target origin provided/ })

test('a failed config call, and a blocked script of the page, can be tried again', async ({
  page,
  form,
}) => {
  // The sandbox's, which is in the page.
  const script = '**/endive/stripe.js'
  await page.route(script, route => route.abort())
  let calls = 0
  await page.route('**/api/stripe-config', route => {
    calls += 1
    return calls === 1 ? route.fulfill({ status: 500, body: 'no' }) : route.continue()
  })
  await form.visit(page)
  const unavailable = page.getByText('Оплата недоступна')
  const tryAgain = page.getByRole('button', { name: 'Спробувати ще раз' })
  await expect(unavailable).toBeVisible()
  const blocked = page.waitForEvent('requestfailed', request => request.url().includes('stripe.js'))
  await tryAgain.click()
  await blocked
  await expect(unavailable).toBeVisible()
  expect(calls).toBe(2)
  await page.unroute(script)
  await tryAgain.click()
  await expect(form.amount(100)).toBeEnabled()
  await form.choose(100)
  await page.evaluate(() => {
    const note = () => {
      if (document.querySelector('.unavailable')) document.body.dataset.wasUnavailable = ''
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  })
  await form.speak('ru')
  await form.cardFormIsOpen()
  await expect(page.locator('body')).not.toHaveAttribute('data-was-unavailable')
})

test('a card form whose frame is blocked is called so after a while, and tried again', async ({
  page,
  form,
}) => {
  const frame = '**/frames/card.html'
  const preparing = page.getByText('Готуємо форму оплати')
  await page.clock.install()
  await form.visit(page)
  await form.fillWords('Заблокована Зінаїда')
  await page.route(frame, route => route.abort())
  const blocked = page.waitForEvent('requestfailed', request => request.url().includes('card.html'))
  await form.amount(200).check()
  await blocked
  await page.clock.runFor(19_000)
  await expect(preparing).toBeVisible()
  await page.clock.runFor(1000)
  await expect(page.getByRole('alert')).toHaveText(
    'Оплата недоступна. Свічку можна замовити й без пожертви.',
  )
  await expect(preparing).toHaveCount(0)
  await expect(form.button('pay')).toBeDisabled()
  await expect(form.button('withoutDonation')).toBeEnabled()

  // One that is only late takes the message away.
  await page.unroute(frame)
  const letGo = await hold(page, frame)
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click()
  await expect(preparing).toBeVisible()
  await page.clock.runFor(20_000)
  await expect(page.getByRole('alert')).toBeVisible()
  letGo()
  await form.cardFormIsOpen()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

const donateHere = {
  uk: 'Пожертвувати можна тут',
  ru: 'Пожертвовать можно здесь',
  en: 'You can donate here',
}

test('a church that takes no cards shows nothing of them, from the first paint on', async ({
  page,
}) => {
  const link = 'https://send.monobank.ua/jar/example'
  const product = await startProduct({ env: { CARD_PROVIDER: 'none', DONATION_LINK: link } })
  try {
    const form = new CandleForm(page, product.url)
    const expectFolded = async () => {
      await expect(page.getByText('Сума, грн')).toBeHidden()
      await expect(form.field('email')).toBeHidden()
      await expect(page.getByText('фото')).toBeHidden()
    }
    /** The buttons in the colour of the one that leads on. */
    const filled = () =>
      page
        .locator('button:visible')
        .evaluateAll(buttons =>
          buttons
            .filter(button => getComputedStyle(button).backgroundColor === 'rgb(122, 47, 27)')
            .map(button => button.getAttribute('name')),
        )
    await page.route('**/assets/*.js', () => undefined)
    await page.goto(product.url, { waitUntil: 'commit' })
    await expect(form.button('withoutDonation')).toBeVisible()
    await expectFolded()
    await expect(page.getByRole('link', { name: donateHere.uk })).toHaveAttribute('href', link)
    expect(await filled()).toEqual(['withoutDonation'])
    const { y: before = Number.NaN } = (await form.button('withoutDonation').boundingBox()) ?? {}
    expect(before).toBeLessThan(560)
    await page.unrouteAll()
    await form.visit(page)
    await expect(page.getByText('Оплата недоступна')).toBeVisible()
    await expect(page.getByText('Спробувати ще раз')).toBeHidden()
    await expectFolded()
    expect(await filled()).toEqual(['withoutDonation'])
    const { y: after } = (await form.button('withoutDonation').boundingBox()) ?? {}
    expect(after).toBe(before)
    await form.fillWords('Без картки')
    await form.button('withoutDonation').click()
    await expect(form.dialog).toContainText('Замовлення прийнято')
    await expect(form.dialog.getByRole('link', { name: donateHere.uk })).toBeVisible()
    for (const language of ['ru', 'en'] as const) {
      await form.visit(page, `?lang=${language}`)
      await expect(page.getByRole('link', { name: donateHere[language] })).toBeVisible()
    }
  } finally {
    await product.stop()
  }
})

test.describe('where the provider’s form fails', () => {
  test.use({ allowed: /refused/ })

  test('an exception in the provider’s script closes only the card form', async ({
    page,
    form,
    store,
  }) => {
    await form.visit(page)
    await page.waitForFunction(() => 'Stripe' in window)
    await page.evaluate(() => {
      Element.prototype.attachShadow = () => {
        throw new Error('refused')
      }
      Document.prototype.createElement = new Proxy(Document.prototype.createElement, {
        apply(target, self, [name, ...rest]) {
          if (name === 'iframe') throw new Error('refused')
          return Reflect.apply(target, self, [name, ...rest])
        },
      })
    })
    await form.amount(200).check()
    await expect(page.getByRole('alert')).toContainText('Оплата недоступна')
    await expect(form.dialog).toHaveCount(0)
    await expect(form.amount(200)).toBeChecked()
    await form.orderFree('Зоя без картки')
    await expect(form.dialog).toBeVisible()
    expect(await store.orders('Зоя без картки')).toHaveLength(1)
  })
})
