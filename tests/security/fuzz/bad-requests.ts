import fc from 'fast-check'
import { buildOrder } from '../../integration/build-order'

export interface BadRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** Stands in for what a visitor wrote: it must never be seen in a log. */
export const canary = 'КАНАРКА-ЗА-УПОКІЙ'

const nasty = fc.constantFrom(
  canary,
  '',
  ' ',
  '\u0000',
  `${canary}\r\nBcc: everyone@example.org`,
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '%{jndi:ldap://x}',
  '../../../etc/passwd',
  '\ud800',
  '\u202eабв',
  '🕯'.repeat(600),
  'я'.repeat(1_001),
  'x'.repeat(40_000),
  '99',
  '100',
  '1e3',
  '-0',
  'NaN',
  '٣٠٠',
  '__proto__',
)

const text = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.emailAddress(),
)

const anything = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
)

const goodOrder = buildOrder({ name: canary, purpose: canary })

/** A good order with some of its fields spoiled, taken away, or joined by others. */
const spoiltOrder = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...Object.keys(goodOrder), 'admin', '__proto__'), anything, {
      maxKeys: 2,
    }),
    fc.subarray(Object.keys(goodOrder), { maxLength: 1 }),
  )
  .map(([spoilt, missing]) => {
    const kept = Object.entries({ ...goodOrder, ...spoilt }).filter(([k]) => !missing.includes(k))
    return JSON.stringify(Object.fromEntries(kept))
  })

const body = fc
  .oneof(
    { weight: 5, arbitrary: spoiltOrder },
    { weight: 2, arbitrary: fc.record({ amount: anything }).map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 100_200 }).map(n => `{"amount":${n}}`) },
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.constant(`{"name":"${canary}`),
    fc.constant('['.repeat(20_000)),
    fc.constant(''),
  )
  .map(words => Buffer.from(words))

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, application/json',
    '/',
    '',
  ),
)

// What node itself would refuse to send is left out; the raw bytes have a test of their own.
const headerValue = fc
  .oneof(nasty, fc.string({ unit: 'binary-ascii', maxLength: 80 }), fc.uuid())
  .map(words => words.replace(/[^\t\x20-\x7e]/g, '').slice(0, 3_000))

const ownHeaders = fc.record(
  {
    'content-type': contentType,
    'idempotency-key': fc.oneof(
      { weight: 6, arbitrary: fc.uuid() },
      fc.constant('pi_0000000000000000'),
      headerValue,
    ),
    'stripe-signature': fc.oneof(headerValue, fc.constant(`t=1,v1=${'0'.repeat(64)}`)),
    'x-forwarded-for': headerValue,
    'accept-encoding': fc.constantFrom('br', 'gzip, br;q=0', 'identity;q=0, *;q=0', 'xxx'),
    'if-none-match': headerValue,
    'user-agent': headerValue,
    cookie: headerValue,
  },
  { requiredKeys: ['content-type'] },
)

// Pages of other sites are refused before anything else is looked at, so they are few here.
const otherSite = fc.constantFrom(
  { origin: 'null' },
  { origin: '::' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
)

const headers = fc
  .tuple(ownHeaders, otherSite, fc.nat(19))
  .map(([own, other, rarely]) => ({ ...own, ...(rarely === 0 ? other : {}) }))

const segment = fc.oneof(
  fc.constantFrom('..', '%2e%2e', '%00', '%', 'assets', 'api', 'documents', 'uk.html', '.env'),
  fc.string({ unit: 'binary', maxLength: 20 }).map(words => {
    // A lone half of an emoji cannot be written into an address.
    return encodeURIComponent(words.replace(/\p{Cs}/gu, ''))
  }),
)

const path = fc.oneof(
  { weight: 4, arbitrary: fc.constant('/api/candle-orders') },
  { weight: 3, arbitrary: fc.constant('/api/create-payment-intent') },
  {
    weight: 2,
    arbitrary: fc
      .oneof(segment, fc.constantFrom('pi_0000000000000000', `pi_${'x'.repeat(300)}`))
      .map(id => `/api/order-drafts/${id}`),
  },
  { weight: 2, arbitrary: fc.constant('/api/stripe-webhook') },
  fc.constantFrom('/', '/api/stripe-config', '/api/health', '/embed.js', '/assets/', '/api/'),
  fc.array(segment, { maxLength: 4 }).map(parts => `/${parts.join('/')}`),
  fc.tuple(segment, segment).map(([name, value]) => `/?lang=${value}&${name}=${value}`),
)

const method = fc.oneof(
  { weight: 5, arbitrary: fc.constant('POST') },
  fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'),
)

export const badRequest: fc.Arbitrary<BadRequest> = fc.record({ method, path, headers, body })
