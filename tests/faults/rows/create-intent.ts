import assert from 'node:assert/strict'
import type { Row } from '../row'
import { cards } from '../visitor'
import { countIntents, statusOf } from './queries'

const where = 'create intent'
const create = { method: 'POST', path: '/v1/payment_intents' } as const
const hour = 3_600_000

/** Rows 1 to 8 but the fifth, which needs a browser. */
export const createIntentRows: Row[] = [
  {
    number: 1,
    where,
    fault: 'request lost, server down',
    must: 'nothing is created; choosing again works',
    async run(env) {
      const visitor = env.visitor('Ганна')
      await env.kill()
      assert.equal(await visitor.choose(200), null)
      assert.equal(await countIntents(env), 0)
      await env.start()
      assert.notEqual(await visitor.choose(200), null)
      await visitor.pay()
      await visitor.order()
      return ({ intents, orders }) => {
        assert.equal(intents.length, 1)
        assert.equal(orders.length, 1)
      }
    },
  },
  {
    number: 2,
    where,
    fault: 'the provider created it, our call lost the answer',
    must: 'the same key again gives the same intent',
    async run(env) {
      const visitor = env.visitor('Богдан')
      await env.sandbox.fault({ ...create, action: 'lose_answer' })
      assert.notEqual(await visitor.choose(200), null)
      await visitor.pay()
      await visitor.order()
      return ({ intents }) => assert.equal(intents.length, 1)
    },
  },
  {
    number: 3,
    where,
    fault: 'kill between the provider’s create and our write',
    must: 'the reconciler stores the intent by our reference',
    async run(env) {
      const visitor = env.visitor('Олена')
      await env.sandbox.fault({ ...create, action: 'delay', at: 'after', ms: 8_000 })
      const choosing = visitor.choose(200)
      await env.until('the intent exists', async () => (await countIntents(env)) === 1)
      await env.kill()
      assert.equal(await choosing, null)
      await env.start()
      return ({ donations, intents }) => {
        assert.equal(donations.length, 1)
        assert.equal(donations[0]?.payment_intent_id, intents[0]?.id)
      }
    },
  },
  {
    number: 4,
    where,
    fault: 'an intent superseded by a later choice, or its answer lost',
    must: 'never paid; the cleanup job cancels it after a day',
    async run(env) {
      const visitor = env.visitor('Іван')
      const forgotten = await visitor.choose(100)
      const paid = await visitor.choose(200)
      await visitor.pay()
      await visitor.order()
      await env.advance(25 * hour)
      return snapshot => {
        assert.equal(statusOf(snapshot, forgotten), 'canceled')
        assert.equal(statusOf(snapshot, paid), 'succeeded')
      }
    },
  },
  {
    number: 6,
    where,
    fault: 'hostile amounts',
    must: '400, and the provider is not asked',
    async run(env) {
      for (const amount of [
        '99',
        '0',
        '-1',
        '1.5',
        '"1e3"',
        '100001',
        '1e300',
        'NaN',
        '[200]',
        '{}',
      ])
        assert.equal(await postAmount(env.product.url, amount), 400, amount)
      assert.equal(await countIntents(env), 0)
      return ({ donations }) => assert.equal(donations.length, 0)
    },
  },
  {
    number: 7,
    where,
    fault: 'a flood, and cards being tested',
    must: '429; the tested intent is cancelled; who tests gets no more; free orders still work',
    setUp: async () => ({ options: { env: { LIMIT_FACTOR: '1' } } }),
    async run(env) {
      const tester = env.visitor('Перебирач')
      await tester.choose(100)
      for (let attempt = 0; attempt < 6; attempt += 1) await tester.pay(cards.declined)
      await env.until(
        'the tested intent is cancelled',
        async () => statusOf(await env.snapshot(), tester.intent()) === 'canceled',
      )
      assert.equal(await tester.choose(100), null)
      const answers = await Promise.all(
        Array.from({ length: 150 }, () => postAmount(env.product.url, '100')),
      )
      assert.ok(answers.every(status => status === 429))
      const reply = await env.visitor('Марія').orderFree()
      assert.equal(reply !== 'lost' && reply.body.success, true)
      return ({ charges }) => assert.equal(charges.filter(charge => charge.paid).length, 0)
    },
  },
  {
    number: 8,
    where,
    fault: 'the provider answers 401, 429 or 500',
    must: 'success: false without its text; free orders still work',
    async run(env) {
      for (const status of [401, 429, 500]) {
        await env.sandbox.fault({ ...create, action: 'status', status, count: null })
        const response = await fetch(`${env.product.url}/api/create-payment-intent`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"amount":200}',
        })
        assert.deepEqual(await response.json(), { success: false })
        await env.sandbox.clear()
      }
      const reply = await env.visitor('Марія').orderFree()
      assert.equal(reply !== 'lost' && reply.body.success, true)
      return ({ orders }) => assert.equal(orders.length, 1)
    },
  },
]

async function postAmount(url: string, amount: string): Promise<number> {
  const response = await fetch(`${url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"amount":${amount}}`,
  })
  await response.text()
  return response.status
}
