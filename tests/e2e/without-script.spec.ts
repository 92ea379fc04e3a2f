import { hold } from './candle-form'
import { expect, test } from './form-test'
import { framedForm, visitHost } from './host-page'

// A candle is ordered without the script, before it, and where a part of it is lost.

test.describe('where no script runs', () => {
  test.use({ javaScriptEnabled: false })

  test('a candle is ordered without a script', { tag: '@quick' }, async ({ page, form, store }) => {
    const name = 'Без скрипта'
    const noCards = page.locator('noscript .payment-area')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${form.url}/?theme=dark`)
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(20, 16, 12)')
    await expect(form.field('forWhom')).toHaveCSS('color', 'rgb(245, 234, 219)')
    await expect(form.heading).toHaveText('Запалити свічку')
    await expect(noCards).toContainText('Оплата недоступна')
    await expect(noCards).toBeVisible()
    await form.speak('ru')
    await expect(form.heading).toHaveText('Зажечь свечу')
    await expect(noCards).toContainText('Оплата недоступна')
    await expect(noCards).toBeVisible()
    await expect(form.amount(100)).toBeHidden()
    await expect(form.button('order')).toBeHidden()

    await form.field('donationEnabled').uncheck()
    await expect(noCards).toBeHidden()
    await form.fillWords(name, '')
    await form.button('order').click()
    await expect(page.getByText('Обязательное поле')).toHaveCount(1)
    await expect(form.field('purpose')).toHaveAccessibleDescription('Обязательное поле')
    await expect(form.field('forWhom')).toHaveValue(name)
    await expect(form.field('donationEnabled')).not.toBeChecked()

    await form.field('purpose').fill('Мир')
    await form.button('order').click()
    await expect(page.getByRole('heading', { name: 'Заказ принят' })).toBeVisible()
    expect(page.url()).toMatch(/\/\?lang=ru&theme=dark&thanks=[\w-]{44}$/)
    const note = page.locator('.church-note p')
    expect(await note.allTextContents()).toEqual(['Мир', name])
    await page.reload()
    expect(await note.allTextContents()).toEqual(['Мир', name])
    await page.goBack()
    await page.goForward()
    await page.getByRole('link', { name: 'Заказать ещё одну свечу' }).click()
    await expect(form.heading).toHaveText('Зажечь свечу')
    expect(page.url()).toBe(`${form.url}/?lang=ru&theme=dark`)
    await expect(form.field('forWhom')).toHaveValue('')
    expect(await store.orders(name)).toMatchObject([{ language: 'ru', purpose: 'Мир' }])
  })

  test('a form that is too long for the server says so, and is there again on the way back', async ({
    page,
    form,
  }) => {
    const names = 'Ярослава, '.repeat(700)
    // In a frame, whose pages no browser keeps whole.
    await visitHost(page, `<iframe src="${form.url}/?lang=en" width="400" height="900"></iframe>`)
    const framed = framedForm(page, form.url)
    await framed.field('donationEnabled').uncheck()
    await framed.fillWords(names, 'Peace')
    await framed.button('order').click()
    await expect(framed.place.getByText('The text is too long')).toBeVisible()
    await expect(framed.place.getByText('what you wrote is still there')).toBeVisible()
    await framed.place.locator('body').evaluate(() => history.back())
    await expect(framed.field('forWhom')).toHaveValue(names)
    await expect(framed.field('purpose')).toHaveValue('Peace')
  })
})

const script = '**/assets/main-*.js'

test('what was typed before the script is kept, with the focus', {
  tag: ['@engines', '@quick'],
}, async ({ page, form }) => {
  const letGo = await hold(page, script)
  await page.goto(`${form.url}/?lang=ru`, { waitUntil: 'commit' })
  await form.field('forWhom').fill('Ранняя Вера')
  await form.field('email').fill('vera@example.com')
  await form.amount(300).check()
  await form.field('purpose').pressSequentially('За мир')
  await page.keyboard.press('ArrowLeft')
  letGo()
  await form.started()
  await expect(form.field('purpose')).toBeFocused()
  await expect(form.field('purpose')).toHaveValue('За мир')
  await page.keyboard.type('и')
  await expect(form.field('purpose')).toHaveValue('За миир')
  await form.cardFormIsOpen()
  await expect(form.field('forWhom')).toHaveValue('Ранняя Вера')
  await expect(form.field('purpose')).toHaveValue('За миир')
  await expect(form.field('email')).toHaveValue('vera@example.com')
  await expect(form.amount(300)).toBeChecked()
  await expect(form.button('pay')).toContainText('300')
})

test('a click between script and hydration is one order', { tag: '@engines' }, async ({
  page,
  form,
  store,
}) => {
  let posts = 0
  page.on('request', request => {
    if (request.method() === 'POST') posts += 1
  })
  for (const key of ['Enter', 'the button']) {
    const name = `Вчасна Віра: ${key}`
    const letGo = await hold(page, script)
    posts = 0
    await page.goto(`${form.url}/?lang=uk`, { waitUntil: 'commit' })
    await form.field('donationEnabled').uncheck()
    await form.fillWords(name)
    // In the task in which the script starts; React renders in a later one.
    await page.evaluate(byEnter => {
      const click = () => {
        if (byEnter) document.querySelector('form')?.requestSubmit()
        else document.querySelector<HTMLElement>('button[name="order"]')?.click()
      }
      new MutationObserver(click).observe(document.documentElement, {
        attributeFilter: ['data-started'],
      })
    }, key === 'Enter')
    letGo()
    await expect(page.getByRole('heading', { name: 'Замовлення прийнято' })).toBeVisible()
    expect(posts).toBe(1)
    expect(await store.orders(name)).toHaveLength(1)
    await page.unrouteAll()
  }
})

test('without the checkout module an order is sent as a form', { tag: '@engines' }, async ({
  page,
  form,
  store,
}) => {
  await page.route('**/assets/checkout-module-*.js*', route => route.abort())
  await form.visit(page, '?lang=en')
  await form.fillWords('Codeless Clara', 'peace')
  await form.button('withoutDonation').click()
  const failure = page.getByText('Failed to submit order. Please try again.')
  await expect(failure).toBeVisible()
  // Not while the server is down, or the browser's error page would replace the form.
  await page.route('**/api/live', route => route.abort())
  const asked = page.waitForRequest('**/api/live')
  await form.button('order').click()
  await asked
  await expect(failure).toBeVisible()
  await expect(form.field('forWhom')).toHaveValue('Codeless Clara')
  await page.unroute('**/api/live')
  await form.button('order').click()
  await expect(form.heading).toHaveText('Order received')
  expect(await store.orders('Codeless Clara')).toMatchObject([{ payment: 'none' }])
})
