import { By, Key, Origin } from 'selenium-webdriver'
import { cards } from './candle-form'
import { engine, expect, test } from './engine-test'

declare module 'selenium-webdriver' {
  interface Actions {
    /** Missing in its types, like the next. */
    insert(device: { toJSON(): object }, action: object): Actions
    scroll(x: number, y: number, deltaX: number, deltaY: number, origin: WebElement): Actions
  }
}

// Slow lines, extensions, trembling hands, and what they type: each engine has events of its own here.

test('what is typed and chosen before the script stays, though an extension changes the page', async ({
  driver,
  line,
  visitHost,
  orders,
}) => {
  const form = await visitHost('')
  const script = /assets\/main/
  // WebKit's driver waits until everything has loaded: there the script is lost, and asked for again.
  const letGo = engine === 'firefox' ? line.hold(script) : askAgain
  if (engine === 'webkit') line.refuse(script)
  async function askAgain() {
    line.refuse(null)
    await form.evaluate(() => {
      const lost = document.querySelector<HTMLScriptElement>('script[type=module]')
      const again = document.createElement('script')
      again.type = 'module'
      again.src = lost?.src ?? ''
      document.head.append(again)
    })
  }
  // Firefox's waits for a page, but not for a frame that was put in afterwards.
  await driver.executeScript(
    `const frame = document.createElement('iframe')
    frame.src = arguments[0]
    frame.style.cssText = 'width: 100%; height: 1200px; border: 0'
    document.body.append(frame)`,
    `${line.url}/?lang=en`,
  )
  await form.until(() => document.querySelector('[name=purpose]'))
  await form.fillWords('Early Emma', 'peac')
  await form.press('input[name=amount][value="300"]')
  await form.press('[name=purpose]')
  await form.evaluate(() => {
    const field = document.querySelector('[name=purpose]')
    const wrapper = document.createElement('ext-wrapper')
    field?.replaceWith(wrapper)
    if (field) wrapper.append(field, document.createElement('ext-icon'))
    document.querySelector<HTMLElement>('[name=purpose]')?.focus()
  })
  await letGo()
  await form.started()
  await form.until(() => document.activeElement?.matches('[name=purpose]'))
  await form.inside(form.around, () => form.keys('e'))
  await form.says('300', 'button[name=pay]')
  await form.press('button[name=withoutDonation]')
  await form.says('Early Emma', 'dialog')
  await form.says('peace', 'dialog')
  expect(await orders('Early Emma')).toBe(1)
})

test('a key that is held or bounces, and a double click, press once', async ({
  driver,
  form,
  visit,
  countAttempts,
}) => {
  await visit('en')
  await form.fillWords('Trembling Tom')
  await form.choose(100)
  const before = await countAttempts()
  const doubleClick = async (selector: string) => {
    const button = await driver.findElement(By.css(selector))
    await driver.actions().doubleClick(button).perform()
  }
  const isClosed = () => !document.querySelector('dialog')
  await form.fillCard(cards.declined)
  await doubleClick('button[name=pay]')
  await form.says('declined', 'dialog')
  expect(await countAttempts()).toBe(before + 1)
  // What lies below the dialog is not pressed.
  await form.evaluate(() => {
    const place = document.querySelector('button[name=close]')?.getBoundingClientRect()
    const pay = document.querySelector<HTMLElement>('button[name=pay]')
    if (place && pay)
      pay.style.cssText = `position:fixed; left:${place.x}px; top:${place.y}px; width:${place.width}px; height:${place.height}px`
  })
  await doubleClick('button[name=close]')
  await form.until(isClosed)
  await form.evaluate(() => document.querySelector('button[name=pay]')?.removeAttribute('style'))
  expect(await countAttempts()).toBe(before + 1)

  await form.until(() => document.querySelector('button[name=pay]:enabled'))
  await form.evaluate(() => document.querySelector<HTMLElement>('button[name=pay]')?.focus())
  for (let press = 1, after = 0; after < 5; press += 1) {
    // WebKit's driver repeats a key that is down only for another keyboard, Firefox's for the same.
    const id = `keyboard ${engine === 'webkit' ? press : 1}`
    const keyboard = { toJSON: () => ({ type: 'key', id }) }
    await driver.actions().insert(keyboard, { type: 'keyDown', value: Key.ENTER }).perform()
    if (await form.has('dialog')) after += 1
  }
  await driver.actions().clear()
  await form.says('declined', 'dialog')
  expect(await countAttempts()).toBe(before + 2)

  const afterBounces = 300
  await driver.actions().pause(afterBounces).perform()
  await form.keys(Key.ENTER.repeat(3))
  await form.until(isClosed)
  await form.until(() => document.activeElement?.matches('button[name=pay]:enabled'))
  expect(await countAttempts()).toBe(before + 2)
  await driver.actions().pause(afterBounces).perform()
  await form.keys(Key.ENTER)
  await form.says('declined', 'dialog')
  expect(await countAttempts()).toBe(before + 3)
})

test('a button that Safari gives no focus has it after a failure; a toast is reached, left and swiped away', async ({
  driver,
  line,
  form,
  visit,
}) => {
  await visit('en')
  await form.fillWords('Keyboard Kate', 'peace')
  await form.evaluate(() => addEventListener('mousedown', event => event.preventDefault()))
  line.refuse(/candle-orders/)
  const toastStays = () =>
    form.until(() => {
      const toast = document.querySelector('.toast')
      // As under a pointer.
      toast?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
      return toast
    })
  await form.press('button[name=withoutDonation]')
  await toastStays()
  await form.until(() => document.activeElement?.matches('button[name=order]'))
  await form.keys(Key.F8)
  await form.until(() => document.activeElement?.matches('.toasts'))
  await form.keys(Key.ESCAPE)
  await form.until(() => !document.querySelector('.toast'))
  await form.until(() => document.activeElement?.matches('button[name=order]'))

  await form.press('button[name=order]')
  await toastStays()
  const swipe = async (x: number) => {
    const origin = await driver.findElement(By.css('.toast'))
    const hand = driver.actions({ async: true }).move({ origin }).press()
    // From where it is: the toast follows.
    const step = { origin: Origin.POINTER, x: x / 2 }
    await hand.move(step).move(step).release().perform()
  }
  await swipe(40)
  await toastStays()
  await swipe(90)
  await form.until(() => !document.querySelector('.toast'))
})

test('the amount that is asked for is the amount that was meant', async ({
  driver,
  form,
  visit,
}) => {
  await visit('en')
  await form.until(() => document.querySelector('.amounts:enabled'))
  await form.press('input[name=amount][value=custom]')
  const type = (text: string) => form.fill('[name=customAmount]', text)
  const withControl = (keys: string) =>
    driver.actions().keyDown(Key.CONTROL).sendKeys(keys).keyUp(Key.CONTROL).perform()
  const paste = async (text: string) => {
    await form.fill('[name=purpose]', text)
    await withControl('a')
    await withControl('c')
    await form.fill('[name=customAmount]', '')
    await withControl('v')
  }
  const cases = [
    [type, '1 200', '1,200 UAH'],
    [type, '500,00', '500 UAH'],
    [type, '٢٥٠', '250 UAH'],
    [type, '500.50', null],
    [type, '2e3', null],
    [paste, '1\u00a0300,00 грн', '1,300 UAH'],
    [paste, '６００', '600 UAH'],
    [paste, '$500', null],
  ] as const
  for (const [enter, text, label] of cases) {
    await enter(text)
    await form.keys(Key.ENTER)
    if (label) await form.says(label, 'button[name=pay]')
    else {
      await form.says('Please enter a whole number of UAH')
      expect(await form.has('button[name=pay]'), text).toBe(false)
    }
  }
  await type('500')
  await form.keys(Key.ENTER)
  await form.says('500 UAH', 'button[name=pay]')
  const field = await driver.findElement(By.css('[name=customAmount]'))
  const turnWheel = () => driver.actions().scroll(0, 0, 0, 60, field).perform()
  await turnWheel()
  await form.until(() => !document.activeElement?.matches('[name=customAmount]'))
  await turnWheel()
  await form.until(
    () => document.querySelector<HTMLInputElement>('[name=customAmount]')?.value === '500',
  )
  await form.says('500 UAH', 'button[name=pay]')
})

test('characters that nobody sees are no name, and leave a name', async ({
  form,
  visit,
  orders,
}) => {
  await visit('en')
  await form.press('[name=donationEnabled]')
  // A driver has no keys for them.
  const writeName = (text: string) =>
    form.evaluate(written => {
      const field = document.querySelector<HTMLTextAreaElement>('[name=forWhom]')
      if (field) field.value = written
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    }, text)
  await form.fill('[name=purpose]', 'peace')
  await writeName('\u200b\u3164\u2800\u00ad\ufe0f')
  await form.press('button[name=order]')
  await form.says('Required field', '#forWhom-error')
  await writeName('\u202aUnseen\u00ad Ursula\u200b')
  await form.press('button[name=order]')
  await form.says('Unseen Ursula', 'dialog')
  expect(await orders('Unseen Ursula')).toBe(1)
})

test('what was written and chosen is there again on the way back to the form', async ({
  driver,
  product,
  form,
}) => {
  // Not by the line: of a page that must not be kept Firefox keeps no form either.
  await driver.get(`${product.url}/?lang=en`)
  await form.started()
  await form.until(() => document.querySelector('.amounts:enabled'))
  await form.fillWords('Returning Ruth', 'peace')
  await form.fill('[name=email]', 'ruth@example.org')
  await form.choose(300)
  await driver.get(`${product.url}/elsewhere`)
  await driver.navigate().back()
  await form.started()
  await form.says('300', 'button[name=pay]')
  expect(await form.valueOf('forWhom')).toBe('Returning Ruth')
  expect(await form.valueOf('purpose')).toBe('peace')
  expect(await form.valueOf('email')).toBe('ruth@example.org')
})
