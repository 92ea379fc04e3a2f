import { hold } from '../candle-form'
import { expect, test } from '../form-test'

const script = '**/assets/main-*.js'

test('Enter and a switch before the script order nothing', async ({ page, form, store }) => {
  const letGo = await hold(page, script)
  await page.goto(`${form.url}/?lang=uk&theme=dark`, { waitUntil: 'commit' })
  await form.fillWords('Марія «й» <Петро>', 'За "мир" & спокій', 'vera@example.com')
  await form.amount(200).check()
  const checked = page.waitForResponse(answer => answer.request().method() === 'POST')
  await form.field('email').press('Enter')
  await checked
  await form.speak('ru')
  await expect(form.heading).toHaveText('Зажечь свечу')
  await expect(form.field('forWhom')).toHaveCSS('color', 'rgb(245, 234, 219)')
  letGo()
  await form.started()
  await expect(form.field('forWhom')).toHaveValue('Марія «й» <Петро>')
  await expect(form.field('purpose')).toHaveValue('За "мир" & спокій')
  await expect(form.field('email')).toHaveValue('vera@example.com')
  await expect(page.getByText('Обязательное поле')).toHaveCount(0)
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('200')
  expect(await store.orders('Марія «й» <Петро>')).toEqual([])
})

test('a form sent as the script comes is one order', async ({ page, form, store }) => {
  const letScriptGo = await hold(page, script)
  const name = 'Миттєва Мирослава'
  const calls: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await page.goto(`${form.url}/?lang=uk`, { waitUntil: 'commit' })
  await form.field('donationEnabled').uncheck()
  await form.fillWords(name)
  const letOrderGo = await hold(page, ({ pathname }) =>
    ['/', '/api/candle-orders'].includes(pathname),
  )
  // Playwright cannot reach the page while its next one is delayed, so the page clicks by itself.
  await page.evaluate(() => {
    const click = () => document.querySelector<HTMLElement>('button[name="order"]')?.click()
    click()
    setTimeout(click, 300)
  })
  await expect.poll(() => calls).toEqual(['/', '/'])
  letScriptGo()
  letOrderGo()
  await page.waitForURL('**/?lang=uk&thanks=*')
  expect(await store.orders(name)).toHaveLength(1)
})

test('two pages with the same words are two candles', { tag: '@engines' }, async ({
  page,
  form,
  store,
}) => {
  const name = 'Однакова Оксана'
  await page.route(script, route => route.abort())
  for (const count of [1, 2]) {
    await page.goto(`${form.url}/?lang=uk`, { waitUntil: 'commit' })
    await form.field('donationEnabled').uncheck()
    await form.fillWords(name)
    await form.button('order').click()
    await expect(form.heading).toHaveText('Замовлення прийнято')
    await expect(form.button('order')).toHaveCount(0)
    expect(await store.orders(name)).toHaveLength(count)
  }
})

test('a form that came back with errors is hydrated as it is', async ({ page, form }) => {
  await page.route(script, route => route.abort())
  await page.goto(`${form.url}/?lang=en`, { waitUntil: 'commit' })
  await form.field('donationEnabled').uncheck()
  await form.field('forWhom').fill('Returning Rita')
  await form.button('order').click()
  await expect(page.getByText('Required field')).toHaveCount(1)
  await page.unroute(script)
  await page.reload()
  await form.started()
  await expect(page.getByText('Required field')).toHaveCount(1)
  await expect(form.field('forWhom')).toHaveValue('Returning Rita')
  await form.field('purpose').fill('Peace')
  await expect(page.getByText('Required field')).toHaveCount(0)
  await form.button('order').click()
  await expect(form.dialog).toContainText('Your candle will be lit in church')
})

test('words typed before the script take away the message of their own field only', async ({
  page,
  form,
}) => {
  const letGo = await hold(page, script)
  await page.goto(`${form.url}/?lang=en`, { waitUntil: 'commit' })
  await form.field('donationEnabled').uncheck()
  await form.button('order').click()
  await expect(page.getByText('Required field')).toHaveCount(2)
  await form.field('purpose').pressSequentially('Peace')
  letGo()
  await form.started()
  await expect(page.locator('#purpose-error')).toHaveCount(0)
  await expect(page.locator('#forWhom-error')).toHaveText('Required field')
})

test('a slow script says so beside the amounts and moves nothing', async ({ page, form }) => {
  const letGo = await hold(page, script)
  await page.goto(`${form.url}/?lang=en`, { waitUntil: 'commit' })
  const line = page.locator('.still-loading')
  await expect(form.field('forWhom')).toBeVisible()
  await expect(line).toBeHidden()
  const words = () => page.locator('main').innerText()
  const wordsBefore = await words()
  const next = page.getByText('then pay by card')
  const place = () => page.locator('main').boundingBox()
  const placeBefore = await place()
  const comes = await line.evaluate(element =>
    element.getAnimations().map(animation => animation.effect?.getTiming().delay),
  )
  expect(comes).toEqual([10_000])
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().delay === 10_000) animation.finish()
  })
  await expect(line).toBeVisible()
  expect(await place()).toEqual(placeBefore)
  await expect(page.getByText('does not work')).toBeHidden()
  letGo()
  await form.started()
  await expect(line).toBeHidden()
  await expect(next).toBeVisible()
  await expect(page.locator('.test-mark')).toHaveText('Test payments')
  expect((await words()).replace('Test payments', '').trim()).toBe(wordsBefore.trim())
})

test('what was written is there again on the way back to the form', { tag: '@engines' }, async ({
  page,
  form,
}) => {
  await form.visit(page, '?lang=en')
  await form.fillWords('Returning Ruth', 'Peace', 'ruth@example.org')
  await form.choose(300)
  await page.goto(`${form.url}/elsewhere`)
  await page.goBack()
  await form.started()
  await form.cardFormIsOpen()
  await expect(form.field('forWhom')).toHaveValue('Returning Ruth')
  await expect(form.field('purpose')).toHaveValue('Peace')
  await expect(form.field('email')).toHaveValue('ruth@example.org')
  await expect(form.button('pay')).toContainText('300')
})
