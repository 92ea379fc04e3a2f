import assert from 'node:assert/strict'
import type { Row } from '../row'
import { cards } from '../visit'
import { letterKinds, paymentsOf } from './look'

const where = 'pay'

/** Rows in which the browser is gone or plays no part. */
export const payRows: Row[] = [
  {
    number: 15,
    where,
    fault: 'the bank’s app approves after the tab was closed',
    must: 'the webhook settles it; the order is made from the draft, or a ticket opened',
    async play(stage) {
      const withDraft = stage.visitor('Ганна', 'hanna@example.org')
      const without = stage.visitor('Богдан')
      for (const visitor of [withDraft, without]) {
        await visitor.choose(200)
        if (visitor === withDraft) await visitor.sendDraft()
        assert.equal(await visitor.pay(cards.asks), 'asked')
      }
      for (const visitor of [withDraft, without])
        assert.equal(await visitor.answerBank('authorized'), 'succeeded')
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Ганна: paid'])
        assert.equal(evidence.orders[0]?.source, 'draft')
        assert.equal(evidence.tickets.length, 1)
        assert.deepEqual(letterKinds(evidence), ['donor-thanks', 'temple-notice', 'temple-ticket'])
      }
    },
  },
  {
    number: 20,
    where,
    fault: 'the bank takes its time: status processing',
    must: 'the order awaits payment; people are told only once it has succeeded',
    async play(stage) {
      const visitor = stage.visitor('Олена', 'olena@example.org')
      await visitor.choose(300)
      assert.equal(await visitor.pay(cards.slow), 'processing')
      const reply = await visitor.order()
      assert.deepEqual(reply !== 'lost' && reply.body.success, true)
      const before = await stage.evidence()
      assert.deepEqual(paymentsOf(before), ['Олена: awaiting'])
      assert.deepEqual(letterKinds(before), [])
      await stage.sandbox.settle(visitor.intent())
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Олена: paid'])
        assert.deepEqual(letterKinds(evidence), ['donor-thanks', 'temple-notice'])
      }
    },
  },
]
