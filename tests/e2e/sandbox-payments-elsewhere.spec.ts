import { expect, test } from '@playwright/test'
import { cardFrame, challengeFrame, fillCard, outcome, pay } from '../sandbox/shop/pay-with'
import { openMarket } from '../sandbox/shop/shop-test'

const market = openMarket()

test('the page in a frame of another host pays, challenge included', async ({ page }) => {
  const intent = await market.newIntent()
  const { shop } = { shop: market.shop() }
  const source = encodeURIComponent(market.address(intent))
  await page.goto(`http://localhost:${shop.port}/frame?src=${source}`)
  const framed = page.frameLocator('iframe[title="shop"]')
  await framed.getByText('ready', { exact: true }).waitFor()
  await fillCard(framed, '4000002760003184')
  await pay(framed)
  await challengeFrame(framed).locator('#test-source-authorize-3ds').click()
  expect((await outcome(framed)).paymentIntent?.status).toBe('succeeded')
})

test('a page opened under another name than localhost pays too', async ({
  playwright,
  launchOptions,
}) => {
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP parish.example 127.0.0.1']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  try {
    const page = await browser.newPage()
    await market.visit(page, { host: `http://parish.example:${market.shop().port}` })
    await fillCard(page, '4242424242424242')
    await pay(page)
    expect((await outcome(page)).paymentIntent?.status).toBe('succeeded')
  } finally {
    await browser.close()
  }
})

test('two tabs with one secret make one charge', async ({ context }) => {
  const intent = await market.newIntent()
  const pages = [await context.newPage(), await context.newPage()]
  for (const tab of pages) {
    await tab.goto(market.address(intent))
    await cardFrame(tab).locator('#Field-numberInput').waitFor()
    await fillCard(tab, '4242424242424242')
  }
  await Promise.all(pages.map(pay))
  const outcomes = await Promise.all(pages.map(outcome))
  expect(outcomes.filter(one => one.paymentIntent)).toHaveLength(1)
  expect((await market.stateOf(intent.id)).charges).toHaveLength(1)
})
