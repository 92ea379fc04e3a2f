import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { apiForAll, openApi } from '../integration/api-fixture'

const stripeKeys = {
  CARD_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PUBLIC_URL: 'https://candle.example',
}

async function readHeaders(env: Record<string, string>): Promise<Headers> {
  const api = await openApi({ env })
  const { headers } = await fetch(api.url)
  return headers
}

function readPolicy(headers: Headers): Record<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split(';')
  return Object.fromEntries(directives.map(each => each.split(/ (.*)/).slice(0, 2)))
}

describe('with cards', () => {
  const api = apiForAll({ env: stripeKeys })

  test('the policy is as wide as the payment provider needs, and no wider', async () => {
    const { headers } = await fetch(api.url)
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

  test('every inline style and script is allowed by its hash alone', async () => {
    const response = await fetch(api.url)
    const html = await response.text()
    const policy = readPolicy(response.headers)
    const inline = [...html.matchAll(/<(style|script)(?![^>]*\bsrc=)[^>]*>(.*?)<\/\1>/gs)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, kind, content = ''] of inline) {
      const hash = createHash('sha256').update(content).digest('base64')
      expect(policy[`${kind}-src`]).toContain(`'sha256-${hash}'`)
    }
    expect(html).not.toMatch(/ (style|onclick|onload)="/)
  })

  test('every answer says how it may be used', async () => {
    for (const path of ['/', '/nothing', '/api/nothing', '/api/stripe-config', '/embed.js']) {
      const { headers } = await fetch(api.url + path)
      // A window that a bank opens finds its way back to the page.
      expect(headers.get('cross-origin-opener-policy')).toBeNull()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com"')
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/)
      expect(headers.get('x-frame-options')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  test('the temple’s page, too, asks for TLS on its own name only: the parish has other sites', async () => {
    const { headers } = await fetch(`${api.url}/temple/aaaaaaaa-1234567890123456789012`)
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/)
  })
})

test('without cards the page calls no other host, and FRAME_ANCESTORS may embed it', async () => {
  const ancestors = 'https://temple.example https://other.example'
  const headers = await readHeaders({ CARD_PROVIDER: 'none', FRAME_ANCESTORS: ancestors })
  expect(readPolicy(headers)).toMatchObject({
    'connect-src': "'self'",
    'frame-src': "'none'",
    'frame-ancestors': ancestors,
  })
  expect(headers.get('x-frame-options')).toBeNull()
})

test('in the demo it talks to the card sandbox alone', async () => {
  const policy = readPolicy(await readHeaders({}))
  expect(policy['connect-src']).toMatch(/^'self' http:\/\/127\.0\.0\.1:\d+$/)
  expect(policy['frame-src']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})
