import { Key } from 'selenium-webdriver'
import { readBuiltStyles } from '../setup/built-styles'
import { controlSandbox } from '../setup/control-sandbox'
import { bankYes, cards } from './candle-form'
import { engine, expect, test } from './engine-test'

test('a free order is validated, stored and thanked for', async ({ form, visit, orders }) => {
  await visit('uk')
  await form.press('button[name=withoutDonation]')
  await form.says("Обов'язкове поле")
  expect(await form.evaluate(() => document.activeElement?.id)).toBe('forWhom')
  const height = () =>
    form.evaluate(() => document.querySelector('#forWhom')?.getBoundingClientRect().height ?? 0)
  const oneLine = await height()
  await form.fill('[name=forWhom]', 'Марія, Петро, Анна, Іван, Олена, Степан, Дарина')
  await expect.poll(height).toBeGreaterThan(oneLine + 15)
  await form.fillWords('Вільна Віра')
  await form.press('button[name=withoutDonation]')
  await form.says('Вільна Віра', 'dialog')
  await form.escape()
  await form.until(() => !document.querySelector('dialog'))
  expect(await orders('Вільна Віра')).toBe(1)
})

test('Enter in the names orders, in English', async ({ form, visit, orders }) => {
  await visit('en')
  await form.press('[name=donationEnabled]')
  await form.fill('[name=purpose]', 'peace')
  await form.fill('[name=forWhom]', 'Entering Ellen')
  await form.keys(Key.ENTER)
  await form.says('Entering Ellen', 'dialog')
  expect(await orders('Entering Ellen')).toBe(1)
})

test('the thanks hide the form where a browser knows no inert', async ({ form, visit }) => {
  await visit('en')
  // As in Chrome before 102.
  await form.evaluate(() => Reflect.deleteProperty(HTMLElement.prototype, 'inert'))
  await form.fillWords('Modest Martha')
  await form.press('button[name=withoutDonation]')
  await form.says('Modest Martha', 'dialog')
  expect(await form.has('.card[inert]')).toBe(true)
  await form.escape()
  await form.until(() => !document.querySelector('.card[inert]'))
})

test('a card is declined, then its bank asks and agrees', async ({ form, visit, orders }) => {
  await visit('uk')
  await form.fillWords('Рамкова Раїса')
  await form.choose(200)
  await form.press('button[name=pay]')
  await form.says('Номер картки вказано не повністю', 'dialog')
  await form.press('button[name=close]')
  await form.payWith(cards.declined)
  await form.says('Картку відхилено', 'dialog')
  await form.press('button[name=close]')
  await form.payWith(cards.asksBank)
  await form.pressBank()
  await form.says('200 грн', 'dialog')
  expect(await orders('Рамкова Раїса')).toBe(1)
})

test('an amount of one’s own is paid in the language chosen meanwhile', async ({
  form,
  visit,
  orders,
}) => {
  await visit('uk')
  await form.fillWords('Своя Софія')
  await form.fill('[name=email]', 'sofia@example.org')
  await form.press('input[name=amount][value=custom]')
  for (const [amount, fault] of [
    ['99', 'Мінімальна сума – 100 грн'],
    ['100001', 'Максимальна сума – 100 000 грн'],
  ] as const) {
    await form.fill('[name=customAmount]', amount)
    await form.press('[name=purpose]')
    await form.says(fault)
  }
  await form.fill('[name=customAmount]', '750')
  await form.press('.with-button button')
  await form.until(() => document.querySelector('button[name=pay]:enabled'))
  await form.press('button[name=language][value=ru]')
  await form.says('750', 'button[name=pay]')
  expect(await form.valueOf('forWhom')).toBe('Своя Софія')
  await form.payWith(cards.good)
  await form.says('750 грн', 'dialog')
  await form.says('sofia@example.org', 'dialog')
  expect(await orders('Своя Софія')).toBe(1)
})

test('a bank’s page leads back to the thanks', async ({ form, visit, orders }) => {
  await visit('uk')
  await form.fillWords('Далека Дарина')
  await form.choose(300)
  await form.payWith(cards.redirects)
  await form.press('#test-source-authorize-3ds')
  await form.says('Далека Дарина', 'dialog')
  expect(await orders('Далека Дарина')).toBe(1)
})

test('Back from a bank’s page keeps the payment', async ({ driver, form, visit, orders }) => {
  await visit('uk')
  await form.fillWords('Мандрівний Андрій')
  await form.choose(200)
  await form.payWith(cards.redirects)
  await form.until(() => document.querySelector('#test-source-authorize-3ds'))
  await driver.navigate().back()
  await form.says('Перевіряємо оплату')
  await form.until(
    name => document.querySelector<HTMLInputElement>('[name=forWhom]')?.value === name,
    'Мандрівний Андрій',
  )
  await form.says('Ви вже почали платити 200 грн')
  await form.payWith(cards.redirects)
  await form.press('#test-source-authorize-3ds')
  await form.says('Мандрівний Андрій', 'dialog')
  expect(await orders('Мандрівний Андрій')).toBe(1)
})

test('a visit needs no finger: keys lead from the names to the thanks', async ({
  form,
  visit,
  orders,
}) => {
  await visit('uk')
  await form.press('[name=forWhom]')
  await form.keys('Клавішна Клава')
  const tabTo = async (name: string) => {
    const isThere = () =>
      form.evaluate(wanted => document.activeElement?.getAttribute('name') === wanted, name)
    for (let presses = 0; presses < 30 && !(await isThere()); presses += 1) await form.keys(Key.TAB)
    expect(await isThere(), name).toBe(true)
  }
  await tabTo('purpose')
  await form.keys('Мир')
  await tabTo('withoutDonation')
  await form.keys(Key.ENTER)
  await form.says('Клавішна Клава', 'dialog')
  expect(await orders('Клавішна Клава')).toBe(1)
})

test('a payment begun before a reload is finished after it', async ({
  driver,
  form,
  visit,
  orders,
}) => {
  await visit('uk')
  await form.fillWords('Стійка Стефанія')
  await form.choose(200)
  await form.payWith(cards.asksBank)
  await form.until(() => document.querySelector('h1'), '', bankYes.frames)
  await driver.navigate().refresh()
  await form.says('Ви вже почали платити 200')
  await form.payWith(cards.good)
  await form.says('Стійка Стефанія', 'dialog')
  expect(await orders('Стійка Стефанія')).toBe(1)
})

test('a wallet pays', async ({ product, form, visit, orders }) => {
  const { wallets } = controlSandbox(product.sandboxUrl)
  await wallets(['google_pay'])
  await visit('en')
  await form.fillWords('Wallet Walter')
  await form.choose(200)
  await form.press('button[name=pay]')
  await form.press('button[value=authorized]', { frames: ['iframe[title="Wallet (test)"]'] })
  await form.says('Wallet Walter', 'dialog')
  expect(await orders('Wallet Walter')).toBe(1)
  await wallets([])
})

test('an order that failed after its payment arrives after a reload', async ({
  driver,
  line,
  form,
  visit,
  orders,
}) => {
  await visit('uk')
  await form.fillWords('Незламна Ніна')
  await form.choose(100)
  line.refuse(/candle-orders/)
  await form.payWith(cards.good)
  await form.says('100 грн сплачено')
  line.refuse(null)
  await driver.navigate().refresh()
  await form.says('Незламна Ніна', 'dialog')
  expect(await orders('Незламна Ніна')).toBe(1)
})

test('code that was lost comes back', async ({ line, form, visit }) => {
  line.refuse(/late-/)
  await visit('en')
  await form.says('Payment unavailable')
  line.refuse(null)
  await form.choose(200)
  await form.fillCard(cards.good)
})

test('without its code an order is sent as a form', async ({ line, form, visit, orders }) => {
  line.refuse(/late-/)
  await visit('en')
  // As in Safari before 16.
  await form.evaluate(() => Reflect.deleteProperty(HTMLFormElement.prototype, 'requestSubmit'))
  await form.fillWords('Codeless Clara')
  await form.press('button[name=withoutDonation]')
  await form.says('Failed to submit order')
  await form.press('button[name=order]')
  await form.until(() => document.querySelector('[data-result=thanks]'))
  expect(await orders('Codeless Clara')).toBe(1)
})

test('what is typed before the script stays, and is ordered', async ({
  driver,
  line,
  form,
  orders,
}) => {
  line.refuse(/assets\/main/)
  await driver.get(`${line.url}/?lang=en`)
  await form.fillWords('Early Edith')
  await form.press('button[name=withoutDonation]')
  await form.says('Order received', 'h1')
  expect(await orders('Early Edith')).toBe(1)
})

test('the page asks once whether cards are taken', async ({ line, form, visit }) => {
  await visit('en')
  await form.until(() => document.querySelector('.amounts:enabled'))
  await form.choose(100)
  expect(line.asked.filter(path => path === '/api/stripe-config')).toHaveLength(1)
})

test('the engine drops no style but these', async ({ form, visit }) => {
  await visit('en')
  const dropped = await form.evaluate(styles => {
    const variables = new Map<string, string>()
    for (const [, name = '', value = ''] of styles.matchAll(/(--[\w-]+):([^;}]+)/g))
      if (!variables.has(name)) variables.set(name, value)
    const resolve = (value: string): string =>
      value.includes('var(')
        ? resolve(
            value.replace(
              /var\((--[\w-]+)(?:,[^()]*)?\)/g,
              (_, name) => variables.get(name) ?? '1px',
            ),
          )
        : value
    const found = new Set<string>()
    for (const [, query = ''] of styles.matchAll(/@media ([^{]+)\{/g))
      if (matchMedia(query).media === 'not all') found.add(`@media ${query}`)
    const flat = styles.replace(/@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
    for (const [, selectors = '', body = ''] of flat.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      if (selectors.startsWith('@')) continue
      // One unknown selector drops the whole list.
      try {
        document.querySelector(selectors.replace(/::[\w-]+/g, '') || '*')
      } catch {
        found.add(selectors)
      }
      for (const declaration of body.split(';')) {
        const [name = '', ...value] = declaration.split(':')
        if (!name || name.startsWith('--')) continue
        if (!CSS.supports(name, resolve(value.join(':')))) found.add(declaration)
      }
    }
    return [...found]
  }, readBuiltStyles())
  const allowed =
    /^(field-sizing|text-size-adjust|-webkit-text-size-adjust|text-wrap|overflow-anchor|-webkit-(?:hyphens|text-decoration-color)|-moz-text-size-adjust)/
  expect(dropped.filter(one => !allowed.test(one))).toEqual([])
})

test('the language in use is underlined, and the chosen amount is marked', async ({
  form,
  visit,
}) => {
  await visit('en')
  const style = (css: string, name: string, part = '') =>
    form.evaluate(packed => {
      const [selector = '', property = '', pseudo] = packed.split('|')
      const element = document.querySelector(selector)
      return element ? getComputedStyle(element, pseudo || null).getPropertyValue(property) : ''
    }, `${css}|${name}|${part}`)
  expect(await style('[name=language][value=en]', 'text-decoration-line')).toBe('underline')
  expect(await style('[name=language][value=en]', 'text-decoration-thickness')).toBe('2px')
  // As in Firefox before 121 and Chrome before 105.
  const dropped = await form.evaluate(() => {
    const drop = (rules: CSSRuleList, remove: (index: number) => void): number => {
      let count = 0
      for (let index = rules.length - 1; index >= 0; index -= 1) {
        const rule = rules[index]
        if (rule instanceof CSSMediaRule)
          count += drop(rule.cssRules, inner => rule.deleteRule(inner))
        if (!(rule instanceof CSSStyleRule) || !rule.selectorText.includes(':has(')) continue
        remove(index)
        count += 1
      }
      return count
    }
    let count = 0
    for (const sheet of document.styleSheets)
      count += drop(sheet.cssRules, index => sheet.deleteRule(index))
    return count
  })
  expect(dropped).toBeGreaterThan(2)
  await form.press('input[name=amount][value="200"]')
  expect(await style('input[value="200"] + span', 'border-top-width', '::after')).toBe('3px')
  await form.press('[name=purpose]')
  await form.keys(Key.TAB.repeat(2))
  expect(await form.evaluate(() => document.activeElement?.matches('[value="200"]'))).toBe(true)
  // To WebKit its driver's keys are none that would show a ring.
  if (engine === 'firefox')
    expect(await style('input[value="200"] + span', 'outline-style', '::after')).toBe('solid')
})

test('the candle glows softly', async ({ form, visit }) => {
  await visit('en')
  await form.evaluate(() => window.scrollTo(0, 0))
  const middle = await form.evaluate(() => {
    const { x, y, width, height } =
      document.querySelector('.glow')?.getBoundingClientRect() ?? new DOMRect()
    return [x + width / 2, y + height / 2, width / 2]
  })
  const [x = 0, y = 0, radius = 0] = middle
  const picture = (await form.takePicture()).removeAlpha().raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  const redAt = (distance: number) =>
    data[(Math.round(y) * info.width + Math.round(x + distance)) * 3] ?? 0
  const reds = [0.3, 0.4, 0.5, 0.6].map(part => redAt(part * radius))
  // A disc with an edge has one step, and is flat before and behind it.
  const steps = reds.slice(1).map((red, index) => (reds[index] ?? 0) - red)
  expect(Math.min(...steps), `${engine}: ${reds}`).toBeGreaterThan(4)
})

test('an enlarged page keeps the flame on its wick and the lock’s lines thin', async ({
  form,
  visit,
}) => {
  await visit('en')
  await form.choose(200)
  const enlarge = (zoom: number) =>
    form.evaluate(value => document.documentElement.style.setProperty('zoom', value), String(zoom))
  /** How far the flame's foot moves when it grows, in CSS pixels. */
  const flameStrays = () =>
    form.evaluate(() => {
      const flame = document.querySelector<SVGElement>('.flame')
      if (!flame) return Number.NaN
      const before = flame.getBoundingClientRect()
      flame.style.transform = 'scale(1.5)'
      const after = flame.getBoundingClientRect()
      flame.style.transform = ''
      const middle = (rect: DOMRect) => rect.x + rect.width / 2
      return Math.hypot(after.bottom - before.bottom, middle(after) - middle(before))
    })
  await form.until(() => {
    const lock = document.querySelector<SVGElement>('.lock')
    if (lock)
      lock.style.cssText =
        'position:fixed; z-index:9; inset:0 auto auto 0; margin:0; background:#fff'
    return lock?.getBoundingClientRect().top === 0
  })
  /** The part of the lock that is ink. */
  const readInk = async (zoom: number) => {
    const area = { left: 0, top: 0, width: 15 * zoom, height: 17 * zoom }
    const picture = (await form.takePicture()).extract(area).greyscale().raw()
    const data = await picture.toBuffer()
    return data.reduce((sum, light) => sum + 255 - light, 0) / data.length
  }
  const ink = await readInk(1)
  expect(ink).toBeGreaterThan(30)
  await enlarge(2)
  expect(await readInk(2), `${ink} before`).toBeLessThan(ink * 1.15)
  expect(await flameStrays()).toBeLessThan(1)
})
