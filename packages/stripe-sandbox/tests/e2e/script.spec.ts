import { expect, test } from '@playwright/test'
import { useShop } from '../shop/shop-test'

const shops = useShop()

test('a script that is on the page already is left alone', async ({ page }) => {
  const intent = await shops.newIntent()
  await page.addInitScript(() =>
    Object.assign(window, { Stripe: Object.assign(() => null, { version: 'endive' }) }),
  )
  await page.goto(shops.address(intent))
  await page.waitForLoadState()
  expect(await page.evaluate(() => String(Reflect.get(window, 'Stripe')))).toContain('=> null')
})

test('wrong keys, and what is not implemented, are rejected by name', async ({ page }) => {
  await shops.visit(page)
  const { complaints, refused } = await page.evaluate(async () => {
    const script: unknown = Reflect.get(window, 'Stripe')
    const open = (key?: string) => (typeof script === 'function' ? script(key) : undefined)
    const stripe = open('pk_test_sandbox')
    const create = (type: string, options?: object) =>
      stripe.elements({ mode: 'payment', amount: 100, currency: 'uah' }).create(type, options)
    const complaintOf = (work: () => unknown) => {
      try {
        work()
        return 'taken'
      } catch (error) {
        return String(error).split('. ')[0]
      }
    }
    const complaints = [
      () => create('payment'),
      () => create('bogus'),
      () => create('address'),
      () => stripe.elements({ clientSecret: 'pi_1_secret_1' }),
      () => open('pk_live_1'),
      () => open('sk_test_1'),
      () => open(''),
      () => open(),
    ].map(complaintOf)
    return { complaints, refused: await stripe.confirmSetup().catch(String) }
  })
  const missing = 'IntegrationError: The sandbox does not implement'
  expect(complaints).toEqual([
    "IntegrationError: The sandbox implements fields: { billingDetails: { address: 'if_required' } } only",
    `${missing} the element bogus.`,
    `${missing} the element address.`,
    "IntegrationError: The sandbox implements elements({ mode: 'payment', amount, currency, … }) only.",
    ...Array(4).fill('IntegrationError: Please call Stripe() with your publishable key'),
  ])
  expect(refused).toBe(`${missing} stripe.confirmSetup().`)
})
