import { expect, test } from '@playwright/test'
import { openMarket } from '../shop/shop-test'

const market = openMarket()

test('a script that is on the page already is left alone', async ({ page }) => {
  const intent = await market.newIntent()
  await page.addInitScript(() =>
    Object.assign(window, { Stripe: Object.assign(() => null, { version: 'endive' }) }),
  )
  await page.goto(market.address(intent))
  await page.waitForLoadState()
  expect(await page.evaluate(() => String(Reflect.get(window, 'Stripe')))).toContain('=> null')
})

test('wrong options, values and keys, and what is not implemented, are rejected by name', async ({
  page,
}) => {
  const warnings: string[] = []
  page.on('console', message => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  const intent = await market.visit(page)
  const thrown = await page.evaluate(clientSecret => {
    const script: unknown = Reflect.get(window, 'Stripe')
    const stripe = typeof script === 'function' ? script('pk_test_sandbox') : undefined
    const complaintOf = (work: () => unknown) => {
      try {
        work()
        return 'taken'
      } catch (error) {
        return error instanceof Error ? error.message.slice(0, 44) : 'thrown'
      }
    }
    const create = (type: string, options?: object) => () =>
      stripe.elements({ clientSecret }).create(type, options)
    return [
      create('payment', { layout: { type: 'accordion', radios: 'never' } }),
      create('payment', { layout: 'bogus' }),
      create('payment', { fields: { billingDetails: { address: 'sometimes' } } }),
      create('payment', { fields: { billingDetails: { name: 'never' } } }),
      create('payment', { wallets: { link: 'perhaps' } }),
      create('payment', { colour: 'red' }),
      create('bogus'),
      create('address'),
      () => stripe.elements({ clientSecret, appearance: { theme: 'pink' } }),
      () => stripe.elements({ clientSecret, hue: 1 }),
    ].map(complaintOf)
  }, intent.client_secret)
  expect(thrown).toEqual([
    'taken',
    'Invalid value for create(): layout has a val',
    'Invalid value for create(): fields has a val',
    'The sandbox does not implement fields: {"bil',
    'Invalid value for create(): wallets has a va',
    'taken',
    'The sandbox does not implement the element b',
    'The sandbox does not implement the element a',
    'Invalid value for elements(): appearance has',
    'taken',
  ])
  expect(warnings.map(text => text.split(' is not')[0])).toEqual([
    '[Stripe.js] Unrecognized create() parameter: colour',
    '[Stripe.js] Unrecognized elements() parameter: hue',
  ])

  const complaints = await page.evaluate(() => {
    const complaintAbout = (key: unknown): string => {
      try {
        const script: unknown = Reflect.get(window, 'Stripe')
        if (typeof script === 'function') script(key)
        return 'taken'
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown'
      }
    }
    return ['pk_live_1', 'sk_test_1', '', undefined].map(complaintAbout)
  })
  expect(complaints).toEqual(Array(4).fill('IntegrationError'))

  const refused = await page.evaluate(async () => {
    const script: unknown = Reflect.get(window, 'Stripe')
    const stripe = typeof script === 'function' ? script('pk_test_sandbox') : undefined
    return stripe.confirmSetup().catch(String)
  })
  expect(refused).toBe('IntegrationError: The sandbox does not implement stripe.confirmSetup().')
})
