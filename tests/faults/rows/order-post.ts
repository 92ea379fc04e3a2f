import assert from 'node:assert/strict'
import type { Row } from '../row'
import type { Stage } from '../stage'
import type { Reply } from '../visit'
import { makePaidIntent, sendForgetfully } from './by-hand'
import { countOrders, paymentsOf } from './look'

const where = 'order POST'
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const

const succeeded = (reply: Reply) => reply !== 'lost' && reply.body.success === true

/** Rows 21 to 30 but the 22nd, which needs a browser. */
export const orderPostRows: Row[] = [
  {
    number: 21,
    where,
    fault: 'the browser dies between charge and order',
    must: 'the order from the draft, else a ticket',
    async play(stage) {
      const drafted = stage.visitor('Ганна')
      const silent = stage.visitor('Богдан')
      await drafted.choose(200)
      await drafted.sendDraft()
      await silent.choose(300)
      await Promise.all([drafted.pay(), silent.pay()])
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Ганна: paid'])
        assert.deepEqual(
          evidence.tickets.map(({ amount_kopiykas, card_last4, state }) => ({
            amount_kopiykas,
            card_last4,
            state,
          })),
          [{ amount_kopiykas: 30_000, card_last4: '4242', state: 'open' }],
        )
      }
    },
  },
  {
    number: 23,
    where,
    fault: 'committed, answer lost',
    must: 'the retry gets the stored answer',
    async play(stage) {
      const visitor = stage.visitor('Олена', 'olena@example.org')
      await visitor.choose(200)
      await visitor.pay()
      await sendForgetfully(stage.product.url, visitor.intent(), 'Олена')
      await stage.until('the order is stored', async () => (await countOrders(stage)) === 1)
      assert.ok(succeeded(await visitor.order()))
      return ({ orders }) => assert.equal(orders.length, 1)
    },
  },
  {
    number: 24,
    where,
    fault: 'twenty at once with one key',
    must: 'one order, one answer for all',
    async play(stage) {
      const visitor = stage.visitor('Іван', 'ivan@example.org')
      await visitor.choose(200)
      await visitor.pay()
      const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.order()))
      assert.equal(new Set(replies.map(reply => JSON.stringify(reply))).size, 1)
      assert.ok(replies.every(succeeded))
      return ({ orders }) => assert.equal(orders.length, 1)
    },
  },
  {
    number: 25,
    where,
    fault: 'the same key with another text',
    must: 'the first is kept, the answer is success',
    async play(stage) {
      const visitor = stage.visitor('Марія')
      await visitor.choose(200)
      await visitor.pay()
      await visitor.order()
      assert.ok(succeeded(await visitor.order({ name: 'Хтось інший' })))
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Марія: paid'])
    },
  },
  {
    number: 26,
    where,
    fault: 'the key is an intent that nobody knows',
    must: 'refused, nothing stored, nothing paid',
    async play(stage) {
      const reply = await stage
        .visitor('Чужий')
        .orderFree({ donationAmount: '500' }, 'pi_3QnobodyKnowsThis00000000')
      assert.equal(reply !== 'lost' && reply.status, 422)
      return ({ orders }) => assert.equal(orders.length, 0)
    },
  },
  {
    number: 27,
    where,
    fault: 'the key is an intent that is not paid',
    must: 'success: false, kept as a draft; the webhook promotes it once paid',
    async play(stage) {
      const visitor = stage.visitor('Петро')
      await visitor.choose(200)
      const reply = await visitor.order()
      assert.deepEqual(reply !== 'lost' && reply.body, { success: false })
      await visitor.pay()
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Петро: paid'])
    },
  },
  {
    number: 28,
    where,
    fault: 'amount or currency differ from what was paid',
    must: 'stored with the provider’s figure; foreign money counts for nothing',
    async play(stage) {
      const visitor = stage.visitor('Степан')
      await visitor.choose(100)
      await visitor.pay()
      assert.ok(succeeded(await visitor.order({ donationAmount: '500' })))
      const dollars = await makePaidIntent(stage, { currency: 'usd', 'metadata[app]': 'other' })
      const reply = await stage.visitor('Чужий').orderFree({ donationAmount: '100' }, dollars)
      assert.equal(reply !== 'lost' && reply.status, 422)
      return ({ orders }) => {
        assert.equal(orders.length, 1)
        assert.equal(orders[0]?.claimed_kopiykas, 50_000)
        assert.equal(orders[0]?.confirmed_kopiykas, 10_000)
      }
    },
  },
  {
    number: 29,
    where,
    fault: 'a stranger sends the payer’s intent id first',
    must: 'the first writer wins, the payer hears success, nothing of the other is echoed',
    async play(stage) {
      const payer = stage.visitor('Ганна')
      await payer.choose(200)
      await payer.pay()
      await stage.visitor('Злодій').orderFree({ name: 'Злодій' }, payer.intent())
      const reply = await payer.order()
      assert.ok(succeeded(reply))
      assert.ok(!JSON.stringify(reply).includes('Злодій'))
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Злодій: paid'])
    },
  },
  {
    number: 30,
    where,
    fault: 'the provider is down while we verify',
    must: 'accepted, and settled once it is back',
    async play(stage) {
      const visitor = stage.visitor('Олена', 'olena@example.org')
      await visitor.choose(200)
      await visitor.pay()
      await stage.product.sandbox.stop('SIGKILL')
      const reply = await visitor.order()
      assert.ok(succeeded(reply))
      await stage.product.sandbox.start()
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Олена: paid'])
    },
  },
  {
    number: 31,
    where,
    fault: 'kill before the commit, and between commit and mail',
    must: 'the retry makes it; the outbox sends the letters once',
    async play(stage) {
      const early = stage.visitor('Ганна', 'hanna@example.org')
      await early.choose(200)
      await early.pay()
      await stage.sandbox.fault({ ...read, action: 'delay', ms: 8_000 })
      const sending = early.order()
      await stage.until('the provider is being asked', () => isMet(stage))
      await stage.kill()
      assert.equal(await sending, 'lost')
      await stage.start()
      await stage.sandbox.clear()
      assert.ok(succeeded(await early.order()))

      const late = stage.visitor('Богдан', 'bohdan@example.org')
      await late.choose(300)
      await late.pay()
      const answer = late.order()
      await stage.until('the order is stored', async () => (await countOrders(stage)) === 2)
      await stage.kill()
      await answer
      await stage.start()
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Богдан: paid', 'Ганна: paid'])
    },
  },
]

/** The fault was taken: a request of the server's is waiting for its answer. */
const isMet = async (stage: Stage) => (await stage.sandbox.faultsToCome()) === 0
