import type { Page } from '@playwright/test'
import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from '../setup/cards'
import { expect, type Store, test } from './form-test'

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

test('Enter held in a field is one order, whose thanks stay', {
  tag: ['@engines', '@quick'],
}, async ({ page, form, store }) => {
  const name = 'Тримає Тамара'
  await form.visit(page)
  await form.field('donationEnabled').uncheck()
  await form.field('purpose').fill('Мир')
  await form.field('forWhom').fill(name)
  await holdEnter(page, () => form.dialog.isVisible())
  await expect(form.dialog).toBeVisible()
  expect(await store.orders(name)).toHaveLength(1)
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(form.dialog).toBeHidden()
})

test('Enter held on Pay is one attempt, and its error stays', { tag: '@engines' }, async ({
  page,
  form,
  store,
}) => {
  await form.visit(page)
  await form.fillWords('Тримає Тарас')
  await form.choose(100)
  await fillCard(page, cards.declined)
  await form.button('pay').focus()
  await holdEnter(page, () => form.dialog.isVisible())
  await expect(form.dialog).toContainText('Картку відхилено')
  expect(await countAttempts(store)).toBe(1)

  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(form.dialog).toBeHidden()
  await expect(form.button('pay')).toBeFocused()
  await expect(form.button('pay')).toBeEnabled()
  expect(await countAttempts(store)).toBe(1)
  await page.keyboard.press('Enter')
  await expect(form.dialog).toContainText('Картку відхилено')
  expect(await countAttempts(store)).toBe(2)
})

test('a double tap is one press, also where the page moves under it', { tag: '@engines' }, async ({
  page,
  form,
  store,
}) => {
  const name = 'Двічі Дарія'
  await form.visit(page)
  await form.field('forWhom').fill(name)
  await page.getByRole('button', { name: 'За здоров’я' }).click()
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
  await form.button('pay').evaluate(button => button.removeAttribute('style'))
  await expect(form.button('pay')).toBeEnabled()
  await expect(form.amount(100)).toBeChecked()
  await form.button('withoutDonation').dblclick()
  await expect(form.dialog).toContainText('Свічку запалять у храмі')
  await form.button('close').dblclick()
  expect(await store.orders(name)).toHaveLength(1)
  expect(await countAttempts(store)).toBe(1)
})
