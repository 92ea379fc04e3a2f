import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { paymentIntentIdOf } from '../../../src/shared/payment-intent'
import type { BadRequest } from './bad-requests'

/** What the server takes: its own calls, an event of the provider, and headers (with some room). */
const bodyBytes = 32 * 1024
const eventBytes = 255 * 1024
const headerBytes = 10 * 1024
const queryBytes = 2_000

// What patterns and parsers begin, repeat and end with.
const piece = fc.oneof(
  fc.constantFrom(
    ...'a1_-@. \t,;=<>&%"\\',
    ...['\r\n', '[', '{"a":', '"__proto__":{', '../', '%D0', 'x=1&', 'a@', '@.', 'pi_'],
    ...['_secret_', 'q=0,', 'br;q=0.1,', 'uk;q=0.9,', '1.1.1.1,', 't=1,', 'v1=0', 'вічн', 'ﷺ'],
    ...['\u0301', '\ud800', '🕯', '\u0000'],
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
)
const longText = fc
  .tuple(piece, piece, piece, fc.constantFrom(0, 300, 2_000, bodyBytes))
  .map(([first, middle, last, length]) => {
    const repeated = middle.repeat(Math.ceil(length / Buffer.byteLength(middle)))
    return `${first}${repeated}${last}`
  })
const field = fc.constantFrom(
  ...['name', 'email', 'purpose', 'donationAmount', 'language', 'userAgent', 'referrer', 'other'],
)
const headerName = fc.constantFrom(
  ...['accept-encoding', 'accept-language', 'x-forwarded-for', 'cookie', 'if-none-match'],
)

/** The body with as much of the text as the limit allows. */
function fill(text: string, compose: (text: string) => string): Buffer {
  const whole = Buffer.from(compose(text))
  if (whole.length <= bodyBytes) return whole
  const kept = Math.floor((text.length * (bodyBytes - 600)) / whole.length)
  return Buffer.from(compose(text.slice(0, kept)))
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Requests of allowed size to every call, with long texts in each place. */
export function longRequests(clientSecrets: string[]): fc.Arbitrary<BadRequest> {
  const secret = fc.constantFrom(...clientSecrets)
  const parts = fc.tuple(field, headerName, longText, secret)
  const requests = parts.map(([name, long, text, clientSecret]): BadRequest[] => {
    const order = (value: string) => ({
      ...{ name: 'Марія', purpose: 'Здоров’я', language: 'uk', pressedAt: Date.now() },
      [name]: value,
    })
    const header = text
      .replace(/[^\t\x20-\x7e]/g, '')
      .slice(0, headerBytes)
      .trim()
    const post = (path: string, headers: Record<string, string>, body: Buffer) => ({
      ...{ method: 'POST', path, headers, body },
    })
    const intent = paymentIntentIdOf(clientSecret)
    const key = (value: string) => ({ ...json, 'idempotency-key': value })
    const fillJson = (compose: (value: string) => object) =>
      fill(text, value => JSON.stringify(compose(value)))
    const named = name === 'name' ? 'forWhom' : name
    const encode = (value: string) => encodeURIComponent(Buffer.from(value).toString())
    const formBody = (value: string) => `donationEnabled=on&forWhom=a&${named}=${encode(value)}`
    const draft = fillJson(value => ({ ...order(value), clientSecret }))
    const outcome = fillJson(value => ({ clientSecret, order: order(value) }))
    const question = fillJson(value => ({ clientSecret: value }))
    const signed = { ...json, 'stripe-signature': `t=1,${header},v1=${'0'.repeat(64)}` }
    const query = encodeURI(`lang=${header}&${header}`).slice(0, queryBytes)
    return [
      post('/api/candle-orders', key(randomUUID()), fillJson(order)),
      post('/api/candle-orders', key(intent), fillJson(order)),
      post('/', form, fill(text, formBody)),
      post('/', form, fill(text, String)),
      { ...post(`/api/order-drafts/${intent}`, json, draft), method: 'PUT' },
      post('/api/payment-outcomes', json, outcome),
      post('/api/payment-outcomes', json, question),
      post('/api/stripe-webhook', signed, Buffer.alloc(eventBytes, text)),
      // Not JSON at all, or deep.
      post('/api/create-payment-intent', json, fill(text, String)),
      { ...post(`/?${query}`, { [long]: header }, Buffer.alloc(0)), method: 'GET' },
    ]
  })
  return requests.chain(all => fc.constantFrom(...all))
}
