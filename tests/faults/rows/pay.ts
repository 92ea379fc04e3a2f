import assert from 'node:assert/strict'
import type { Row } from '../row'
import { cards } from '../visitor'
import { emailKinds, paymentsOf } from './queries'

const where = 'pay'

/** Rows without a browser. */
export const payRows: Row[] = [
  {
    number: 15,
    where,
    fault: 'the bank’s app approves after the tab was closed',
    must: 'the webhook settles it; the order is made from the draft, or a ticket opened',
    async run(env) {
      const withDraft = env.visitor('Ганна', 'hanna@example.org')
      const without = env.visitor('Богдан')
      for (const visitor of [withDraft, without]) {
        await visitor.choose(200)
        if (visitor === withDraft) await visitor.sendDraft()
        assert.equal(await visitor.pay(cards.asks), 'asked')
      }
      for (const visitor of [withDraft, without])
        assert.equal(await visitor.answerBank('authorized'), 'succeeded')
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Ганна: paid'])
        assert.equal(snapshot.orders[0]?.source, 'draft')
        assert.equal(snapshot.tickets.length, 1)
        assert.deepEqual(emailKinds(snapshot), ['donor-thanks', 'temple-notice', 'temple-ticket'])
      }
    },
  },
  {
    number: 20,
    where,
    fault: 'the payment is slow: status processing',
    must: 'the order awaits payment; emails go out only once it has succeeded',
    async run(env) {
      const visitor = env.visitor('Олена', 'olena@example.org')
      await visitor.choose(300)
      assert.equal(await visitor.pay(cards.slow), 'processing')
      const reply = await visitor.order()
      assert.deepEqual(reply !== 'lost' && reply.body.success, true)
      const before = await env.snapshot()
      assert.deepEqual(paymentsOf(before), ['Олена: awaiting'])
      assert.deepEqual(emailKinds(before), [])
      await env.sandbox.settle(visitor.intent())
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Олена: paid'])
        assert.deepEqual(emailKinds(snapshot), ['donor-thanks', 'temple-notice'])
      }
    },
  },
]
