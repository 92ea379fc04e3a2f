import type { Locator, Page } from '@playwright/test'
import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from './candle-form'
import { expect, type Store, test } from './form-test'

/** ms */
const longerThanBounce = 250

/**
 * Keys and taps that follow each other in milliseconds by the events' own time, however long this
 * machine takes for each.
 */
async function inQuickSuccession(page: Page) {
  const client = await page.context().newCDPSession(page)
  const startedAt = Date.now()
  let count = 0
  const nextTime = () => (startedAt + 10 * count++) / 1_000
  return {
    async pressEnter(times: number) {
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 }
      for (let press = 0; press < times; press += 1) {
        const timestamp = nextTime()
        const down = { ...key, type: 'keyDown', text: '\r', timestamp } as const
        await client.send('Input.dispatchKeyEvent', down)
        await client.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp', timestamp })
      }
    },
    async tap(button: Locator, times: number) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
      const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
      for (let tap = 0; tap < times; tap += 1) {
        const timestamp = nextTime()
        // Together: a finger that stays is a long press.
        await Promise.all([
          client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp }),
          client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp }),
        ])
      }
    },
  }
}

/** Presses Enter without letting it go, `until` something is so and a while longer. */
async function holdEnter(page: Page, until: () => Promise<boolean>) {
  for (let after = 0; after < 10; after += (await until()) ? 1 : 0) {
    await page.keyboard.down('Enter')
    await page.waitForTimeout(30)
  }
}

/** Attempts at the bank, declined or not. */
async function countAttempts({ read, intents }: Store) {
  return (await read()).charges.filter(one => intents.includes(one.payment_intent)).length
}

test('Enter held in a field is one order, whose thanks stay', async ({ page, form, store }) => {
  const name = 'Тримає Тамара'
  await form.visit(page)
  await form.field('donationEnabled').uncheck()
  await form.field('purpose').fill('Мир')
  await form.field('forWhom').fill(name)
  await holdEnter(page, () => form.dialog.isVisible())
  await expect(form.dialog).toBeVisible()
  expect(await store.orders(name)).toHaveLength(1)
  await page.keyboard.up('Enter')
  await page.waitForTimeout(longerThanBounce)
  await page.keyboard.press('Enter')
  await expect(form.dialog).toBeHidden()
})

test('Enter held on Pay is one attempt, and its error stays', async ({ page, form, store }) => {
  await form.visit(page)
  await form.fillWords('Тримає Тарас')
  await form.choose(100)
  await fillCard(page, cards.declined)
  await form.button('pay').focus()
  await holdEnter(page, () => form.dialog.isVisible())
  await expect(form.dialog).toContainText('Картку відхилено')
  expect(await countAttempts(store)).toBe(1)

  // A switch that bounces closes the dialog, and does not pay once more.
  await page.keyboard.up('Enter')
  await page.waitForTimeout(longerThanBounce)
  await (await inQuickSuccession(page)).pressEnter(3)
  await expect(form.dialog).toBeHidden()
  await expect(form.button('pay')).toBeFocused()
  await expect(form.button('pay')).toBeEnabled()
  expect(await countAttempts(store)).toBe(1)
  await page.waitForTimeout(longerThanBounce)
  await page.keyboard.press('Enter')
  await expect(form.dialog).toContainText('Картку відхилено')
  expect(await countAttempts(store)).toBe(2)
})

test('a double tap is one press, also where the page moves under it', async ({
  page,
  form,
  store,
}) => {
  const name = 'Двічі Дарія'
  await form.visit(page)
  await form.field('forWhom').fill(name)
  await page.getByRole('button', { name: 'За здоров’я' }).dblclick()
  await expect(form.field('purpose')).toHaveValue('За здоров’я')
  await form.choose(100)
  await fillCard(page, cards.declined)
  await form.button('pay').dblclick()
  await expect(form.dialog).toContainText('Картку відхилено')
  // Whatever lies below the dialog is not pressed.
  await form.button('close').evaluate(button => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const pay = document.querySelector<HTMLElement>('button[name=pay]')
    if (pay)
      pay.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${width}px;height:${height}px`
  })
  await form.button('close').dblclick()
  await expect(form.dialog).toBeHidden()
  await expect(form.button('pay')).toBeEnabled()
  await expect(form.amount(100)).toBeChecked()
  await form.button('withoutDonation').dblclick()
  await expect(form.dialog).toContainText('Свічку запалять у храмі')
  await form.button('close').dblclick()
  expect(await store.orders(name)).toHaveLength(1)
  expect(await countAttempts(store)).toBe(1)
})

test.describe('under a finger', () => {
  test.use({ hasTouch: true })

  test('a double tap is one press, and one after something was written is a second', async ({
    page,
    form,
  }) => {
    await form.visit(page)
    const health = page.getByRole('button', { name: 'За здоров’я' })
    await (await inQuickSuccession(page)).tap(health, 2)
    await expect(form.field('purpose')).toHaveValue('За здоров’я')
    await form.field('purpose').fill('За здоров’я, близнят')
    await health.tap()
    await expect(form.field('purpose')).toHaveValue('близнят')
  })
})
