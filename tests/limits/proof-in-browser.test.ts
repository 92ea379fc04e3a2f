import { chromium } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../integration/start-api'
import { decline, mintFrom } from './visitor'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

let api: TestApi
beforeEach(async () => {
  api = await startApi({ env: { TRUST_PROXY: '127.0.0.1', LIMIT_FACTOR: '0.2' } })
})
afterEach(() => api.close())

async function attack(): Promise<void> {
  for (let card = 0; card < 6; card++) await decline(api, await mintFrom(api, `198.51.100.${card}`))
  api.advance(6_000)
}

/** Opens the form, chooses an amount, and tells what the page sent and what it broke. */
async function chooseAmount(script = '') {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage()
  const faults: string[] = []
  const proofs: string[] = []
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  page.on('request', request => {
    if (request.url().endsWith('/api/create-payment-intent'))
      proofs.push(request.headers()['proof-of-work'] ?? 'none')
  })
  await page.addInitScript(script)
  await page.goto(api.url)
  const minted = page.waitForResponse(
    response => response.url().endsWith('/api/create-payment-intent') && response.status() === 200,
  )
  await page.locator('label:has(input[name="amount"][value="200"])').click()
  await minted
  await browser.close()
  return { faults, proofs }
}

test('a visitor in peace sends one request and no proof', async () => {
  expect(await chooseAmount()).toEqual({ faults: [], proofs: ['none'] })
}, 120_000)

test('a visitor during an attack gets an intent, the work done beside the page', async () => {
  await attack()
  const { faults, proofs } = await chooseAmount()
  expect(faults).toEqual([])
  expect(proofs).toEqual(['none', expect.stringMatching(/^[\w+/=]{300,}$/)])
}, 120_000)

test('a browser without workers does the work itself', async () => {
  await attack()
  const { proofs } = await chooseAmount('delete window.Worker')
  expect(proofs).toEqual(['none', expect.stringMatching(/^[\w+/=]{300,}$/)])
}, 120_000)

test('a browser that cannot compute is let in by the narrow door', async () => {
  await attack()
  const { proofs } = await chooseAmount(
    "delete window.Worker; Object.defineProperty(window, 'crypto', { value: {} })",
  )
  expect(proofs).toEqual(['none', 'unable'])
}, 120_000)
