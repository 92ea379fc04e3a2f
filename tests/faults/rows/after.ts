import assert from 'node:assert/strict'
import type { Row } from '../row'
import { emailKinds, paymentsOf } from './queries'

const where = 'after'

/** Rows 42 and 43. */
export const afterRows: Row[] = [
  {
    number: 42,
    where,
    fault: 'refund, failed refund and dispute in the dashboard',
    must: 'the order is marked, the temple gets an email',
    async run(env) {
      const [refunded, kept, disputed] = [
        env.visitor('Ганна', 'hanna@example.org'),
        env.visitor('Богдан'),
        env.visitor('Олена', 'olena@example.org'),
      ]
      for (const visitor of [refunded, kept, disputed]) {
        await visitor.choose(200)
        await visitor.pay()
        await visitor.order()
      }
      await env.sandbox.refund(refunded.intent())
      await env.sandbox.refund(kept.intent(), undefined, true)
      await env.sandbox.dispute(disputed.intent())
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), [
          'Богдан: paid',
          'Ганна: returned',
          'Олена: disputed',
        ])
        const kinds = emailKinds(snapshot)
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
    async run(env) {
      for (let visit = 0; visit < 2; visit += 1) {
        const visitor = await env.payer('Іван', 'ivan@example.org')
        await visitor.order()
      }
      return ({ orders }) =>
        assert.deepEqual(orders.map(order => order.possible_double).sort(), [0, 1])
    },
  },
]
