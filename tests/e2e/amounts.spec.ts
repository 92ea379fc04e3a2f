import type { Page } from '@playwright/test'
import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from '../setup/cards'
import type { CandleForm } from './candle-form'
import { expect, test } from './form-test'

/** The amounts that card forms are asked for. */
function noteAmounts(page: Page): number[] {
  const asked: number[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/create-payment-intent'))
      asked.push(request.postDataJSON().amount)
  })
  return asked
}

test('a custom amount is applied once in range', { tag: ['@engines', '@quick'] }, async ({
  page,
  form,
  store,
}) => {
  const asked = noteAmounts(page)
  await form.visit(page, '?lang=en')
  await form.fillWords('Careful Tatiana')
  await form.choose(100)
  await form.amount('custom').check()
  await expect(form.button('pay')).toBeHidden()
  const custom = form.field('customAmount')
  await expect(custom).toHaveAttribute('type', 'number')
  await expect(custom).toHaveAttribute('min', '100')
  await expect(custom).toHaveAttribute('max', '100000')
  await expect(custom).toHaveAttribute('step', '1')

  await custom.fill('100001')
  await custom.press('Enter')
  await expect(page.getByText('Maximum amount 100,000 UAH')).toBeVisible()
  // The field hides it as if it were empty, because it is no number.
  await custom.fill('')
  await custom.pressSequentially('1e')
  await custom.press('Enter')
  await expect(page.getByText('Please enter a whole number of UAH')).toBeVisible()
  // A tap outside the field does not return the focus to it.
  await custom.fill('50')
  await page.locator('.subtitle').click()
  await expect(page.getByText('Minimum amount')).toBeVisible()
  await expect(custom).not.toBeFocused()
  await form.amount('custom').click()
  await expect(custom).toBeFocused()
  expect(asked).toEqual([100])

  await custom.fill('1234')
  await form.field('email').focus()
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('1,234')
  expect(asked).toEqual([100, 1234])
  await custom.fill('12')
  await custom.press('Enter')
  await expect(form.button('pay')).toBeHidden()

  await custom.fill('850')
  await page.locator('.with-button button').click()
  await expect(form.button('pay')).toContainText('850')
  await custom.fill('750')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.keyboard.press('Enter')
  await expect(form.button('pay')).toContainText('750')
  await form.cardFormIsOpen()
  await expect(page.locator('.answer')).toBeInViewport({ ratio: 1 })
  // A phone's keyboard leaves.
  await expect(custom).not.toBeFocused()
  await form.speak('ru')
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('750')
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('750 грн')
  expect(asked).toEqual([100, 1234, 850, 750])
  expect(await store.charges()).toEqual([75_000])
})

test('a custom amount is applied 200 ms after Enter, and by Pay at once', async ({
  page,
  form,
  store,
}) => {
  const asked = noteAmounts(page)
  await form.visit(page, '?lang=en')
  await form.fillWords('Hasty Hanna')
  await form.amount('custom').check()
  const custom = form.field('customAmount')
  await page.clock.install()
  await custom.fill('1000')
  await page.clock.pauseAt(Date.now() + 60_000)
  await custom.press('Enter')
  await page.clock.runFor(199)
  await expect(custom).toHaveValue('1000')
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual([1000])
  await page.clock.resume()
  await form.cardFormIsOpen()
  await fillCard(page, cards.good)
  // In one task, so that no timer of the field runs in between.
  await custom.evaluate((field: HTMLInputElement) => {
    field.value = '100'
    field.form?.querySelector<HTMLButtonElement>('button[name="pay"]')?.click()
  })
  await expect(form.button('pay')).toHaveText('Order and donate 100 UAH')

  await form.cardFormIsOpen()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('100 UAH')
  expect(asked).toEqual([1000, 100])
  expect(await store.charges()).toEqual([10_000])
})

test('a custom amount that fails is asked for once', { tag: '@quick' }, async ({ page, form }) => {
  const asked: number[] = []
  await page.route('**/api/create-payment-intent', route => {
    asked.push(route.request().postDataJSON().amount)
    return route.fulfill({ json: { success: false } })
  })
  await page.clock.install()
  await form.visit(page, '?lang=en')
  await form.amount('custom').check()
  const custom = form.field('customAmount')
  await custom.fill('250')
  await custom.press('Enter')
  await expect(form.dialog).toContainText('Failed to initialize payment. Please try again.')
  // Longer than the field waits before it applies an amount.
  await page.clock.runFor(500)
  await form.button('close').click()
  await page.clock.runFor(500)
  await custom.fill('300')
  await custom.press('Enter')
  await expect.poll(() => asked.at(-1)).toBe(300)
  expect(asked).toEqual([250, 300])
})

/** Enters each amount; null: it is none. */
async function expectMeant(
  page: Page,
  form: CandleForm,
  enter: (text: string) => Promise<void>,
  cases: [text: string, label: string | null][],
) {
  for (const [text, label] of cases)
    await test.step(text, async () => {
      await enter(text)
      await form.field('customAmount').press('Enter')
      if (label === null) {
        await expect(page.getByText('Please enter a whole number of UAH')).toBeVisible()
        await expect(form.button('pay')).toBeHidden()
      } else await expect(form.button('pay')).toHaveText(label)
    })
}

test('the amount that is asked for is the amount that was typed or pasted', {
  tag: '@engines',
}, async ({ page, form, store }) => {
  await form.visit(page, '?lang=en')
  await form.fillWords('Meant Melania')
  await form.amount('custom').click()
  const custom = form.field('customAmount')
  const type = async (text: string) => {
    await custom.fill('')
    await custom.pressSequentially(text)
  }
  await expectMeant(page, form, type, [
    ['1 200', 'Order and donate 1,200 UAH'],
    ['500,00', 'Order and donate 500 UAH'],
    ['٢٥٠', 'Order and donate 250 UAH'],
  ])
  const paste = async (text: string) => {
    await form.field('purpose').fill(text)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await custom.fill('')
    await page.keyboard.press('Control+v')
  }
  await expectMeant(page, form, paste, [
    ['1\u00a0300,00 грн', 'Order and donate 1,300 UAH'],
    ['$500', null],
    ['900', 'Order and donate 900 UAH'],
  ])
  await custom.fill('500')
  await custom.hover()
  await page.mouse.wheel(0, 60)
  await expect(custom).not.toBeFocused()
  await page.mouse.wheel(0, 60)
  await expect(custom).toHaveValue('500')
  await expect(form.button('pay')).toHaveText('Order and donate 500 UAH')
  await form.cardFormIsOpen()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('500 UAH')
  expect(await store.charges()).toEqual([50_000])
})

test('an amount that was refused is forgotten once the payment before it stays', async ({
  page,
  context,
  form,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await form.visit(page, '?lang=en')
  await form.fillWords('Refused Raisa')
  await form.amount('custom').click()
  const custom = form.field('customAmount')
  await custom.fill('350')
  await custom.press('Enter')
  await form.cardFormIsOpen()
  await form.payWith(cards.declined)
  await form.button('close').click()
  await expect(form.button('pay')).toBeFocused()

  const asked: boolean[] = []
  await page.route('**/api/payment-outcomes', route => {
    asked.push(route.request().postDataJSON().cancelUnlessPaid)
    return route.fulfill({ json: { outcome: 'open', amount: 350 } })
  })
  await custom.fill('')
  await page.evaluate(() => navigator.clipboard.writeText('$500'))
  await custom.press('Control+V')
  await custom.press('Enter')
  await expect(page.getByText('Checking your payment')).toBeVisible()
  await form.askUntil(page, page.getByText('You have already started to pay 350 UAH'))
  await expect(custom).toHaveValue('350')
  expect(asked).toContain(true)

  asked.length = 0
  await custom.focus()
  await form.field('forWhom').focus()
  await page.waitForTimeout(500)
  await form.askUntil(page, form.button('pay'))
  await expect(form.button('pay')).toBeEnabled()
  expect(asked).not.toContain(true)
})

test('what is dropped, or written at once by a phone’s keyboard, is meant, too, and a held arrow is one step', async ({
  page,
  form,
}) => {
  await form.visit(page, '?lang=en')
  await form.amount('custom').click()
  const custom = form.field('customAmount')
  for (const [text, shown] of [
    ['350,00', '350'],
    ['$500', ''],
    ['700', '700'],
  ] as const) {
    await custom.fill('')
    await form.field('purpose').fill(text)
    await form.field('purpose').selectText()
    await page.dragAndDrop('[name=purpose]', '[name=customAmount]', {
      sourcePosition: { x: 12, y: 20 },
    })
    await expect(custom).toHaveValue(shown)
  }
  const dictate = async (text: string) => {
    await custom.fill('')
    await page.keyboard.insertText(text)
  }
  await expectMeant(page, form, dictate, [
    ['1 400,00 грн', 'Order and donate 1,400 UAH'],
    ['2 по 300', null],
  ])
  // What is typed right after Enter is another amount, and keeps the focus.
  await custom.fill('450')
  await custom.press('Enter')
  await custom.fill('500')
  await page.waitForTimeout(300)
  await expect(custom).toBeFocused()
  for (let i = 0; i < 5; i += 1) await page.keyboard.down('ArrowDown')
  await page.keyboard.up('ArrowDown')
  await expect(custom).toHaveValue('499')
  await page.keyboard.press('ArrowUp')
  await expect(custom).toHaveValue('500')
})

test('an own amount stays within its button, whatever the language', { tag: '@engines' }, async ({
  page,
  form,
}) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await form.visit(page)
  const grid = page.locator('.amount-grid')
  const heightBefore = await grid.evaluate(element => element.clientHeight)
  await form.amount('custom').check()
  await form.field('customAmount').fill('100000')
  await form.field('customAmount').press('Enter')
  await form.cardFormIsOpen()
  for (const language of ['uk', 'ru', 'en'] as const) {
    await form.speak(language)
    await expect(form.button('pay')).toContainText(/100.000/)
    expect(await grid.evaluate(element => element.clientHeight)).toBe(heightBefore)
    const margins = await form.amount('custom').evaluate(radio => {
      const button = radio.parentElement?.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(radio.nextElementSibling as Node)
      const text = range.getBoundingClientRect()
      return button && [text.left - button.left, button.right - text.right]
    })
    const [left = 0, right = 0] = margins ?? []
    expect(Math.min(left, right)).toBeGreaterThanOrEqual(3)
    expect(Math.abs(left - right)).toBeLessThan(2)
  }
})
