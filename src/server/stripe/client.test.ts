import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClientOf } from '../../../tests/setup/stripe-client'
import type { PaymentProvider } from './payment-provider'

/** What the provider answers next; null: it stays silent. */
let answer: { status: number; body: object } | null
let asked: { line: string; headers: IncomingMessage['headers']; body: Record<string, string> }[]
let provider: PaymentProvider

const intent = {
  id: 'pi_1',
  status: 'requires_payment_method',
  client_secret: 'pi_1_secret_1',
  amount: 20_000,
  amount_received: 0,
  currency: 'uah',
  livemode: false,
  created: 1_795_000_000,
  metadata: {},
}
const ok = (body: object) => ({ status: 200, body })

const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const body = Object.fromEntries(new URLSearchParams(await text(request)))
  asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
  if (!answer) return
  response.writeHead(answer.status, { 'request-id': 'req_1', 'stripe-should-retry': 'false' })
  response.end(JSON.stringify(answer.body))
})

beforeEach(async () => {
  asked = []
  answer = ok(intent)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  provider = createClientOf(server)
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  return new Promise(done => server.close(done))
})

test('an intent is created once, for cards only, with our metadata', async () => {
  await provider.readIntent('pi_1')
  await provider.createIntent(20_000)
  expect(asked[1]).toMatchObject({
    line: 'POST /v1/payment_intents',
    headers: {
      authorization: 'Bearer sk_test_1',
      'idempotency-key': expect.stringMatching(/^stripe-node-retry-/),
    },
    body: {
      amount: '20000',
      currency: 'uah',
      description: 'Свічка',
      'allowed_payment_method_types[0]': 'card',
      'metadata[app]': 'svichka',
      'metadata[installation]': 'parish-1',
    },
  })
  // How long our calls took is nobody's business.
  expect(asked[1]?.headers['x-stripe-client-telemetry']).toBeUndefined()
})

test('an intent is read and canceled with its charge, as abandoned', async () => {
  await provider.readIntent('pi_1')
  await provider.cancelIntent('pi_1')
  expect(asked).toMatchObject([
    { line: 'GET /v1/payment_intents/pi_1?expand[0]=latest_charge' },
    { body: { cancellation_reason: 'abandoned', 'expand[0]': 'latest_charge' } },
  ])
})

test.each([
  ['succeeded', 'succeeded'],
  ['canceled', 'canceled'],
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'open'],
  ['requires_capture', 'open'],
  ['requires_reauthorization', 'open'],
  ['expired', 'open'],
  ['processing', 'processing'],
  ['of_tomorrow', 'processing'],
])('the status %s means %s', async (status, meant) => {
  answer = ok({ ...intent, status })
  expect(await provider.readIntent('pi_1')).toMatchObject({ kind: 'ok', value: { status: meant } })
})

test.each([
  [404, { code: 'resource_missing' }, { kind: 'missing' }],
  [400, { code: 'x' }, { kind: 'rejected', reason: 'StripeInvalidRequestError x req_1' }],
  [404, {}, { kind: 'rejected', reason: 'StripeInvalidRequestError req_1' }],
  [409, {}, { kind: 'unavailable', reason: 'StripeAPIError req_1' }],
  [401, {}, { kind: 'unavailable', reason: 'StripeAuthenticationError req_1' }],
  [429, {}, { kind: 'unavailable', reason: 'StripeRateLimitError req_1' }],
  [500, {}, { kind: 'unavailable', reason: 'StripeAPIError req_1' }],
])('an answer with %i and %o is a value', async (status, fields, value) => {
  const type = status < 500 ? 'invalid_request_error' : 'api_error'
  answer = { status, body: { error: { type, message: 'No.', ...fields } } }
  expect(await provider.readIntent('pi_1')).toEqual(value)
})

test('a provider that stays silent is waited for eight seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer = null
  const reading = provider.readIntent('pi_1')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await reading).toEqual({ kind: 'unavailable', reason: 'too late' })
})

test('an answer that is not an intent throws', async () => {
  answer = ok({})
  await expect(provider.readIntent('pi_1')).rejects.toThrow(TypeError)
})
