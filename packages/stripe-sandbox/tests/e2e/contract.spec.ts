import { expect, test } from '@playwright/test'
import { browserFacts, openShop } from '../contract/browser-facts'
import { sdk } from '../open-sdk'
import { useShop } from '../shop/shop-test'

const shops = useShop()

test('the facts of the script that the product relies on hold for the sandbox', async ({
  context,
}) => {
  const { url, port } = shops.sandbox()
  const keys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' }
  const target = { ...keys, stripe: sdk(port), apiUrl: url, control: null }
  const stripeScript = `${url}/endive/stripe.js`
  const broken: string[] = []
  for (const { fact, source, check } of browserFacts)
    await test.step(`${fact} [${source}]`, async () => {
      const page = await context.newPage()
      await openShop(page, target, shops.shop().url, stripeScript)
        .then(check)
        .catch(error => broken.push(`${fact}: ${error}`))
      await page.close()
    })
  expect(broken).toEqual([])
})
