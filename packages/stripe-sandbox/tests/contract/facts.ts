import assert from 'node:assert/strict'
import { donation, paidWith, rejectionOf } from '../open-sdk'
import type { Fact, Target } from './fact'

/** A request without the SDK. */
async function ask({ apiUrl, secretKey }: Target, path: string, init: RequestInit = {}) {
  const response = await fetch(`${apiUrl}/v1/${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${secretKey}`, ...init.headers },
  })
  const body: { error?: Record<string, unknown>; [more: string]: unknown } = await response.json()
  return { status: response.status, headers: response.headers, body }
}

/** Polls: the provider writes events and refunds a moment later. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1)
    try {
      return await check()
    } catch {
      await new Promise(resolve => setTimeout(resolve, 500))
    }
  await check()
}

/** `pm_card_…`, its code where that is not `card_declined`, its decline code and message. */
const declines = [
  ['visa_chargeDeclined', '', 'generic_decline', 'Your card was declined.'],
  [
    'visa_chargeDeclinedInsufficientFunds',
    '',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['visa_chargeDeclinedLostCard', '', 'lost_card', 'Your card was declined.'],
  ['visa_chargeDeclinedStolenCard', '', 'stolen_card', 'Your card was declined.'],
  ['chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
  [
    'chargeDeclinedIncorrectCvc',
    'incorrect_cvc',
    'incorrect_cvc',
    "Your card's security code is incorrect.",
  ],
  [
    'chargeDeclinedProcessingError',
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  [
    'visa_chargeDeclinedVelocityLimitExceeded',
    '',
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
] as const

/** A creation that is rejected with 400: why, source, form, code and parameter. */
const good = 'amount=20000&currency=uah'
const refused = [
  ['a missing parameter', 'recorded', 'currency=uah', 'parameter_missing', 'amount'],
  ['an unknown parameter', 'recorded', `${good}&colour=red`, 'parameter_unknown', 'colour'],
  ['too small an amount', 'docs', 'amount=100&currency=uah', 'amount_too_small', 'amount'],
  ['more than eight digits', 'docs', 'amount=100000000&currency=uah', 'amount_too_large', 'amount'],
  [
    'payment_method_types, which is removed',
    'docs',
    `${good}&payment_method_types[0]=card`,
    'payment_method_types_no_longer_supported',
    'payment_method_types',
  ],
  [
    'an invalid email address',
    'docs',
    `${good}&receipt_email=%D1%96van@gmail.com`,
    'email_invalid',
    'receipt_email',
  ],
  [
    'a metadata value of more than 500 characters',
    'docs',
    `${good}&metadata[note]=${'x'.repeat(501)}`,
    undefined,
    'metadata[note]',
  ],
] as const

/** What the server relies on. */
export const facts: readonly Fact[] = [
  {
    fact: 'an intent in UAH for cards only is created open, with its client secret',
    source: 'SDK',
    check: async ({ stripe }) => {
      const intent = await stripe.paymentIntents.create(donation)
      assert.equal(intent.status, 'requires_payment_method')
      assert.deepEqual(intent.payment_method_types, ['card'])
      assert.equal(intent.capture_method, 'automatic_async')
      assert.ok(intent.client_secret?.startsWith(`${intent.id}_secret_`))
    },
  },
  {
    fact: 'an intent without payment method types offers cards and Link',
    source: 'recorded',
    check: async ({ stripe }) => {
      const { payment_method_types: types } = await stripe.paymentIntents.create({
        amount: 20_000,
        currency: 'uah',
      })
      assert.ok(types.includes('card') && types.includes('link'), types.join())
    },
  },
  {
    fact: 'the same idempotency key brings the same intent, marked as replayed',
    source: 'docs',
    check: async ({ stripe }) => {
      const key = { idempotencyKey: crypto.randomUUID() }
      const first = await stripe.paymentIntents.create(donation, key)
      const again = await stripe.paymentIntents.create(donation, key)
      assert.equal(again.id, first.id)
      assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true')
      const other = stripe.paymentIntents.create({ ...donation, amount: 30_000 }, key)
      assert.equal((await rejectionOf(other)).type, 'StripeIdempotencyError')
      const elsewhere = stripe.paymentIntents.cancel(first.id, {}, key)
      assert.equal((await rejectionOf(elsewhere)).type, 'StripeIdempotencyError')
    },
  },
  ...refused.map(
    ([what, source, form, code, param]): Fact => ({
      fact: `${what} is rejected`,
      source,
      check: async target => {
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
        const init = { method: 'POST', body: form, headers }
        const { status, body } = await ask(target, 'payment_intents', init)
        assert.deepEqual([status, body.error?.code, body.error?.param], [400, code, param])
      },
    }),
  ),
  {
    fact: 'an unknown intent is 404, resource_missing, intent',
    source: 'recorded',
    check: async ({ stripe }) => {
      const { statusCode, code, param } = await rejectionOf(
        stripe.paymentIntents.retrieve('pi_nobody'),
      )
      assert.deepEqual([statusCode, code, param], [404, 'resource_missing', 'intent'])
    },
  },
  {
    fact: 'a browser reads an intent by its client secret, without metadata and charge',
    source: 'SDK',
    check: async target => {
      const { id, client_secret } = await target.stripe.paymentIntents.create(donation)
      const browser = { ...target, secretKey: target.publishableKey }
      const seen = await ask(browser, `payment_intents/${id}?client_secret=${client_secret}`)
      assert.equal(seen.body.status, 'requires_payment_method')
      assert.equal(seen.body.metadata, undefined)
      assert.equal(seen.body.latest_charge, undefined)
      assert.ok((await ask(browser, `payment_intents/${id}`)).status >= 400)
      assert.ok((await ask(browser, 'payment_intents')).status >= 400)
    },
  },
  {
    fact: 'a paid intent has one charge; it is neither paid again nor canceled',
    source: 'recorded',
    check: async ({ stripe }) => {
      const { id, status } = await stripe.paymentIntents.create(paidWith('pm_card_visa'))
      assert.equal(status, 'succeeded')
      const state = 'payment_intent_unexpected_state'
      assert.equal((await rejectionOf(stripe.paymentIntents.cancel(id))).code, state)
      const again = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
      assert.equal((await rejectionOf(again)).payment_intent?.status, 'succeeded')
      assert.equal((await stripe.charges.list({ payment_intent: id })).data.length, 1)
    },
  },
  {
    fact: 'a canceled intent takes no card',
    source: 'docs',
    check: async ({ stripe }) => {
      const { id } = await stripe.paymentIntents.create(donation)
      const gone = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
      assert.deepEqual([gone.status, gone.cancellation_reason], ['canceled', 'abandoned'])
      const { code } = await rejectionOf(
        stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      )
      assert.equal(code, 'payment_intent_unexpected_state')
    },
  },
  ...declines.map(
    ([card, code, declineCode, message]): Fact => ({
      fact: `pm_card_${card}: ${declineCode}, and the intent is open again`,
      source: 'recorded',
      check: async ({ stripe }) => {
        const { id } = await stripe.paymentIntents.create(donation)
        const confirmed = stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${card}` })
        const error = await rejectionOf(confirmed)
        assert.deepEqual(
          [error.statusCode, error.code, error.decline_code, error.message],
          [402, code || 'card_declined', declineCode, message],
        )
        const open = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
        assert.equal(open.status, 'requires_payment_method')
        assert.equal(open.payment_method, null)
        assert.equal(Object(open.latest_charge).status, 'failed')
      },
    }),
  ),
  {
    fact: 'money goes back in parts, never more than was paid, and not twice',
    source: 'docs',
    check: async ({ stripe }) => {
      const { id } = await stripe.paymentIntents.create(paidWith('pm_card_visa'))
      await stripe.refunds.create({ payment_intent: id, amount: 5_000 })
      const more = stripe.refunds.create({ payment_intent: id, amount: 16_000 })
      assert.equal((await rejectionOf(more)).statusCode, 400)
      await stripe.refunds.create({ payment_intent: id })
      const again = await rejectionOf(stripe.refunds.create({ payment_intent: id }))
      assert.equal(again.code, 'charge_already_refunded')
    },
  },
  {
    fact: 'a pending refund is not in amount_refunded, and refund.created tells of it alone',
    source: 'recorded, docs',
    check: async ({ stripe }) => {
      const { id } = await stripe.paymentIntents.create(paidWith('pm_card_pendingRefund'))
      const refund = await stripe.refunds.create({ payment_intent: id })
      assert.equal(refund.status, 'pending')
      const [charge] = (await stripe.charges.list({ payment_intent: id })).data
      assert.equal(charge?.amount_refunded, 0)
    },
  },
  {
    // The scenario of this card in tryton's account_payment_stripe, run against the test mode, ends with
    // the whole amount, which it takes from the charge.
    fact: 'a refund that succeeded and fails later is taken out of amount_refunded again',
    source: 'recorded',
    check: async ({ stripe, control }) => {
      const { id } = await stripe.paymentIntents.create(paidWith('pm_card_refundFail'))
      const readRefunded = async () =>
        (await stripe.charges.list({ payment_intent: id })).data[0]?.amount_refunded
      const refund = await stripe.refunds.create({ payment_intent: id, amount: 5_000 })
      assert.equal(refund.status, 'succeeded')
      assert.equal(await readRefunded(), 5_000)
      await control?.('drain', {})
      await eventually(async () => {
        assert.equal((await stripe.refunds.retrieve(refund.id)).status, 'failed')
        assert.equal(await readRefunded(), 0)
      })
    },
  },
  {
    fact: 'a disputed charge: events in the recorded order, and it cannot be refunded',
    source: 'recorded',
    check: async ({ stripe }) => {
      const since = Math.floor(Date.now() / 1000) - 5
      const { id } = await stripe.paymentIntents.create(paidWith('pm_card_createDispute'))
      await eventually(async () => {
        const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
        assert.equal(dispute?.status, 'needs_response')
        const types = ['charge.succeeded', 'charge.dispute.created', 'payment_intent.succeeded']
        const { data } = await stripe.events.list({ types, created: { gte: since }, limit: 100 })
        const ofIntent = data.filter(({ data: { object } }) =>
          [Object(object).id, Object(object).payment_intent].includes(id),
        )
        assert.deepEqual(ofIntent.map(({ type }) => type).toReversed(), types)
      })
      const { code } = await rejectionOf(stripe.refunds.create({ payment_intent: id }))
      assert.equal(code, 'charge_disputed')
    },
  },
  {
    fact: 'limits of a list are clamped; an unknown cursor and two cursors are 400',
    source: 'recorded',
    check: async target => {
      for (const limit of [0, 101])
        assert.equal((await ask(target, `payment_intents?limit=${limit}`)).status, 200)
      const unknown = await ask(target, 'payment_intents?starting_after=pi_nobody')
      assert.equal(unknown.status, 400)
      const both = await ask(target, 'payment_intents?starting_after=pi_a&ending_before=pi_b')
      assert.equal(both.status, 400)
    },
  },
  {
    fact: 'an unknown API version is 400, a wrong key 401',
    source: 'recorded',
    check: async target => {
      const headers = { 'Stripe-Version': '2001-01-01.nothing' }
      assert.equal((await ask(target, 'payment_intents', { headers })).status, 400)
      assert.equal(
        (await ask({ ...target, secretKey: 'sk_live_x' }, 'payment_intents')).status,
        401,
      )
    },
  },
  {
    fact: 'charges are expanded in lists too, and what cannot be expanded is refused',
    source: 'SDK',
    check: async ({ stripe }) => {
      const { id } = await stripe.paymentIntents.create(paidWith('pm_card_visa'))
      const { data } = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] })
      const found = data.find(intent => intent.id === id)
      assert.equal(Object(found?.latest_charge).object, 'charge')
      const wrong = await rejectionOf(stripe.paymentIntents.retrieve(id, { expand: ['amount'] }))
      assert.equal(wrong.statusCode, 400)
    },
  },
  {
    fact: 'more than 25 reads a second of payment intents are answered 429, endpoint-rate',
    source: 'docs',
    check: async target => {
      const { id } = await target.stripe.paymentIntents.create(donation)
      await target.control?.('rate_limit', { per_second: 25 })
      const reads = Array.from({ length: 120 }, () => ask(target, `payment_intents/${id}`))
      const limited = (await Promise.all(reads)).filter(({ status }) => status === 429)
      await target.control?.('rate_limit', {})
      assert.ok(limited.length > 0, 'none of 120 was refused')
      assert.equal(limited[0]?.body.error?.code, 'rate_limit')
      assert.match(String(limited[0]?.headers.get('stripe-rate-limited-reason')), /-rate$/)
    },
  },
]
