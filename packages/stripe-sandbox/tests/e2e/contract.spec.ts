import { test } from '@playwright/test'
import { browserFacts, goShopping } from '../contract/browser-facts'
import { sdk } from '../open-sdk'
import { openMarket } from '../shop/shop-test'

const market = openMarket()

for (const { fact, source, asksAddress, check } of browserFacts)
  test(`${fact} [${source}]`, async ({ page }) => {
    const { url, port } = market.sandbox()
    const keys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' }
    const target = { ...keys, stripe: sdk(port), apiUrl: url, control: null }
    const stripeScript = `${url}/endive/stripe.js`
    await check(await goShopping(page, target, market.shop().url, { asksAddress, stripeScript }))
  })
