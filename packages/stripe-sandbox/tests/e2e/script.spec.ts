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
  const { client_secret } = await market.visit(page)
  const { complaints, refused } = await page.evaluate(async clientSecret => {
    const script: unknown = Reflect.get(window, 'Stripe')
    const open = (key?: string) => (typeof script === 'function' ? script(key) : undefined)
    const stripe = open('pk_test_sandbox')
    const create = (type: string, options?: object) =>
      stripe.elements({ clientSecret }).create(type, options)
    const complaintOf = (work: () => unknown) => {
      try {
        work()
        return 'taken'
      } catch (error) {
        return String(error).split('. ')[0]
      }
    }
    const complaints = [
      () => create('payment', { layout: { type: 'accordion', radios: 'never' } }),
      () => create('payment', { layout: 'bogus' }),
      () => create('payment', { fields: { billingDetails: { address: 'sometimes' } } }),
      () => create('payment', { fields: { billingDetails: { name: 'never' } } }),
      () => create('payment', { wallets: { link: 'perhaps' } }),
      () => create('payment', { colour: 'red' }),
      () => create('bogus'),
      () => create('address'),
      () => stripe.elements({ clientSecret, appearance: { theme: 'pink' } }),
      () => stripe.elements({ clientSecret, hue: 1 }),
      () => open('pk_live_1'),
      () => open('sk_test_1'),
      () => open(''),
      () => open(),
    ].map(complaintOf)
    return { complaints, refused: await stripe.confirmSetup().catch(String) }
  }, client_secret)
  const notAllowed = (call: string, name: string) =>
    `IntegrationError: Invalid value for ${call}: ${name} has a value that is not allowed`
  const missing = 'IntegrationError: The sandbox does not implement'
  expect(complaints).toEqual([
    'taken',
    notAllowed('create()', 'layout'),
    notAllowed('create()', 'fields'),
    `${missing} fields: {"billingDetails":{"name":"never"}}.`,
    notAllowed('create()', 'wallets'),
    'taken',
    `${missing} the element bogus.`,
    `${missing} the element address.`,
    notAllowed('elements()', 'appearance'),
    'taken',
    ...Array(4).fill('IntegrationError: Please call Stripe() with your publishable key'),
  ])
  expect(refused).toBe(`${missing} stripe.confirmSetup().`)
  expect(warnings.map(text => text.split(' is not')[0])).toEqual([
    '[Stripe.js] Unrecognized create() parameter: colour',
    '[Stripe.js] Unrecognized elements() parameter: hue',
  ])
})
