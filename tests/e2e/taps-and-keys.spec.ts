import type { Locator, Page } from '@playwright/test'
import { cardFrame } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { engine } from '../engines/engine'
import { cards } from '../setup/cards'
import type { CandleForm } from './candle-form'
import { expect, test } from './form-test'

/** Keys to press on a focused control, or text to type. */
type Step = [control: Locator, action: { press: string } | { type: string; press?: string }]

interface Path {
  name: string
  steps: (form: CandleForm, page: Page) => Step[]
  taps: number
  keys: number
}

const enter = { press: 'Enter' }
const wish = (page: Page): Step => [page.getByRole('button', { name: 'For health' }), enter]
const names = (form: CandleForm): Step => [form.field('forWhom'), { type: 'Maria' }]

function card(form: CandleForm): Step[] {
  const field = (name: string) => cardFrame(form.place).locator(`#Field-${name}Input`)
  return [
    [field('number'), { type: cards.good }],
    [field('expiry'), { type: '1234' }],
    [field('cvc'), { type: '123' }],
    [form.button('pay'), enter],
  ]
}

/** Controls to tap, and keys to press, from the top of the page to the thanks; text is not counted. */
const paths: Path[] = [
  {
    name: 'free',
    steps: (form, page) => [names(form), wish(page), [form.button('withoutDonation'), enter]],
    taps: 3,
    keys: 13,
  },
  {
    name: 'paid, with a custom amount',
    steps: (form, page) => [
      names(form),
      wish(page),
      [form.amount(100), { press: 'ArrowUp' }],
      [form.field('customAmount'), { type: '750', press: 'Enter' }],
      ...card(form),
    ],
    taps: 8,
    keys: 20,
  },
]

for (const { name, steps, taps, keys } of paths) {
  test(`an order takes ${taps} taps or ${keys} keys: ${name}`, {
    tag: name === 'free' ? '@engines' : [],
  }, async ({ page, form }) => {
    await form.visit(page, '?lang=en')
    expect(await walk(page, steps(form, page))).toEqual({ taps, keys })
    await expect(form.dialog).toContainText('Your candle will be lit in church')
  })
}

/** Goes by Tab from one control to the next, and counts. */
async function walk(page: Page, steps: Step[]) {
  let keys = 0
  const press = async (key: string) => {
    await page.keyboard.press(key)
    keys += 1
  }
  for (const [control, action] of steps) {
    await expect(control).toBeEnabled()
    while (!(await hasFocus(control))) {
      const before = await findFocus(page)
      await press('Tab')
      const isElsewhere = async () => ![before, null].includes(await findFocus(page))
      await expect.poll(isElsewhere).toBe(true)
      if (keys > 60) throw new Error('The control cannot be reached by Tab.')
    }
    if ('type' in action) await page.keyboard.type(action.type)
    if (action.press) await press(action.press)
  }
  return { taps: steps.length, keys }
}

/** WebKit's window gets no focus from a window manager, and has the keys all the same. */
const isDriven = engine !== null

/** The focused element by frame and place; null: none, or the focus is on its way into a frame. */
async function findFocus(page: Page): Promise<string | null> {
  const find = (isDriven: boolean) => {
    const { activeElement, body } = document
    if (!(isDriven || document.hasFocus()) || !activeElement || activeElement === body) return null
    if (activeElement instanceof HTMLIFrameElement) return null
    return [...document.querySelectorAll('*')].indexOf(activeElement)
  }
  const places = await Promise.all(page.frames().map(frame => frame.evaluate(find, isDriven)))
  return places.every(place => place === null) ? null : places.join()
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element, isDriven) => {
    const { ownerDocument: document } = element
    return document.activeElement === element && (isDriven || document.hasFocus())
  }, isDriven)
}

test('Enter orders although a keyboard still composes the last word, as on Android', async ({
  page,
  form,
  store,
}) => {
  await form.visit(page, '?lang=uk')
  // The checkout module listens.
  await expect(form.amount(100)).toBeEnabled()
  await form.field('donationEnabled').uncheck()
  await form.field('purpose').fill('Мир')
  await form.field('forWhom').focus()
  const keyboard = await page.context().newCDPSession(page)
  const word = 'Складена'
  const caret = { selectionStart: word.length, selectionEnd: word.length }
  await keyboard.send('Input.imeSetComposition', { text: word, ...caret })
  await page.keyboard.press('Shift+Enter')
  await expect(form.field('forWhom')).toHaveValue(`${word}\n`)
  await form.field('forWhom').fill('')
  await keyboard.send('Input.imeSetComposition', { text: word, ...caret })
  await page.keyboard.press('Enter')
  await expect(form.dialog).toContainText('Свічку запалять у храмі')
  expect(await store.orders(word)).toHaveLength(1)
})
