import { describe, expect, test } from 'vitest'
import { apiForAll, openApi } from '../integration/api-fixture'
import { buildOrder } from '../integration/build-order'
import { listOrders } from '../integration/read-store'
import { proxyOfAttack } from '../setup/start-proxy'

const call = '/api/candle-orders'

describe('a page of another site', () => {
  const api = apiForAll({ env: { PUBLIC_URL: 'https://candle.example' } })

  const post = (headers: Record<string, string>, path = call) =>
    api.post(path, buildOrder(), headers)

  test.each([
    ['says it is of another site', { 'sec-fetch-site': 'cross-site' }],
    ['says it is of a sister site', { 'sec-fetch-site': 'same-site' }],
    ['names its origin', { origin: 'https://evil.example' }],
    ['hides its origin', { origin: 'null' }],
    ['has our name in its own', { origin: 'https://candle.example.evil.example' }],
    ['has our name without encryption', { origin: 'http://candle.example' }],
    [
      'says both, and only one is good',
      { 'sec-fetch-site': 'cross-site', origin: 'https://candle.example' },
    ],
  ])('that %s cannot order as a visitor', async (_what, headers) => {
    const answer = await post(headers)
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({ success: false, error: expect.any(String) })
    expect(await listOrders(api.services)).toEqual([])
  })

  test('cannot send the form without its script, and is shown the way to it', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
      const body = new URLSearchParams({ forWhom: 'Марія', purpose: 'За здоров’я', order: '' })
      const response = await fetch(`${api.url}/?lang=en`, { method: 'POST', headers, body })
      expect(response.status).toBe(403)
      expect(await response.text()).toContain('data-result="not-here"')
    }
    expect(await listOrders(api.services)).toEqual([])
  })

  test('gets no permission from a preflight either', async () => {
    const answer = await fetch(api.url + call, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(answer.ok).toBe(false)
    expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  })

  test.each([
    ['intents', 'POST', '/api/create-payment-intent'],
    ['intents by another spelling', 'POST', '/%61pi/create-payment-intent'],
    ['drafts', 'PUT', '/api/order-drafts/pi_1234567890'],
    ['outcomes', 'POST', '/api/payment-outcomes'],
    ['the config', 'GET', '/api/stripe-config'],
    ['the config by another spelling', 'GET', '/api/%73tripe-config'],
  ])('cannot reach %s', async (_what, method, path) => {
    const init = { method, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await fetch(api.url + path, init)).status).toBe(403)
  })

  test.each([
    ['the page itself', { 'sec-fetch-site': 'same-origin' }],
    ['an older browser behind the proxy', { origin: 'https://candle.example' }],
    ['a program', {}],
  ])('is not confused with %s', async (_what, headers) => {
    expect((await post(headers)).status).toBe(200)
  })

  test('is not confused with the payment provider, whose events are signed', async () => {
    const answer = await post({ 'sec-fetch-site': 'cross-site' }, '/api/stripe-webhook')
    expect(answer.status).toBe(400)
  })
})

// nginx passes the host on without its port, which a public name does not have.
test.skipIf(proxyOfAttack === 'nginx')(
  'on the demo, where nothing names the public address, the host decides',
  async () => {
    const api = await openApi()
    const own = { origin: api.url.replace('127.0.0.1', 'localhost') }
    expect((await api.post(call, buildOrder(), { origin: api.url })).status).toBe(200)
    expect((await api.post(call, buildOrder(), own)).status).toBe(403)
  },
)
