import { expect, test } from 'vitest'
import { startApi } from '../integration/start-api'

const stripeKeys = {
  CARD_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PUBLIC_URL: 'https://candle.example',
}

async function readHeaders(env: Record<string, string>, path = '/'): Promise<Headers> {
  const api = await startApi({ env })
  const { headers } = await fetch(api.url + path)
  await api.close()
  return headers
}

function readPolicy(headers: Headers): Record<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split(';')
  return Object.fromEntries(directives.map(each => each.split(/ (.*)/).slice(0, 2)))
}

test('the policy is as wide as the payment provider needs, and no wider', async () => {
  const headers = await readHeaders(stripeKeys)
  const { 'script-src': script, 'style-src': style, ...rest } = readPolicy(headers)
  expect(rest).toEqual({
    'default-src': "'none'",
    'img-src': "'self' data:",
    'connect-src': "'self' https://api.stripe.com",
    'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    'form-action': "'self' https://hooks.stripe.com",
    'base-uri': "'none'",
    'frame-ancestors': '*',
  })
  expect(script).toMatch(
    /^'self' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com( 'sha256-[\w+/=]+')*$/,
  )
  expect(style).toMatch(/^'self'( 'sha256-[\w+/=]+')*$/)
})

test('a window that a bank opens finds its way back to the page', async () => {
  const headers = await readHeaders(stripeKeys)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})

test('without cards the page talks to nobody else', async () => {
  const policy = readPolicy(await readHeaders({ CARD_PROVIDER: 'none' }))
  expect(policy).toMatchObject({ 'connect-src': "'self'", 'frame-src': "'none'" })
})

test('in the demo it talks to the card sandbox alone', async () => {
  const policy = readPolicy(await readHeaders({}))
  expect(policy['connect-src']).toMatch(/^'self' http:\/\/127\.0\.0\.1:\d+$/)
  expect(policy['frame-src']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('every answer says how it may be used', async () => {
  for (const path of ['/', '/nothing', '/api/nothing', '/api/stripe-config', '/embed.js']) {
    const headers = await readHeaders(stripeKeys, path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toMatch(/^payment=\(self "https:\/\/js\.stripe\.com"/)
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
})
