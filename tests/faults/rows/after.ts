import assert from 'node:assert/strict'
import type { Row } from '../row'
import { letterKinds, paymentsOf } from './look'

const where = 'after'

/** Rows 42 and 43. */
export const afterRows: Row[] = [
  {
    number: 42,
    where,
    fault: 'refund, failed refund and dispute in the dashboard',
    must: 'the order is marked, the temple told',
    async play(stage) {
      const [refunded, kept, disputed] = [
        stage.visitor('Ганна', 'hanna@example.org'),
        stage.visitor('Богдан'),
        stage.visitor('Олена', 'olena@example.org'),
      ]
      for (const visitor of [refunded, kept, disputed]) {
        await visitor.choose(200)
        await visitor.pay()
        await visitor.order()
      }
      await stage.sandbox.refund(refunded.intent())
      await stage.sandbox.refund(kept.intent(), undefined, true)
      await stage.sandbox.dispute(disputed.intent())
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), [
          'Богдан: paid',
          'Ганна: returned',
          'Олена: disputed',
        ])
        const kinds = letterKinds(evidence)
        assert.ok(kinds.includes('temple-refunded'))
        assert.equal(kinds.filter(kind => kind === 'temple-disputed').length, 1)
      }
    },
  },
  {
    number: 43,
    where,
    fault: 'one person pays twice within ten minutes',
    must: 'both orders are kept, the later one flagged for the temple',
    async play(stage) {
      for (let visit = 0; visit < 2; visit += 1) {
        const visitor = stage.visitor('Іван', 'ivan@example.org')
        await visitor.choose(200)
        await visitor.pay()
        await visitor.order()
      }
      return ({ orders }) =>
        assert.deepEqual(orders.map(order => order.possible_double).sort(), [0, 1])
    },
  },
]
