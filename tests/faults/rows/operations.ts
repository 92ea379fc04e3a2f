import assert from 'node:assert/strict'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Environment } from '../environment'
import type { Row } from '../row'
import { paymentsOf } from './queries'

const minute = 60_000
const day = 24 * 60 * minute
const storeFiles = ['svichka.db', 'svichka.db-wal', 'svichka.db-shm']

/** Clocks that are off, and what an operator does to the store. */
export const operationRows: Row[] = [
  {
    number: 6,
    fault: 'our clock is off by six minutes',
    must: 'signatures fail, health says why, the reconciler repairs',
    async run(env) {
      env.advanceServer(6 * minute)
      const visitor = env.visitor('Марія')
      await visitor.choose(200)
      await visitor.sendDraft()
      await visitor.pay()
      await env.until('a webhook was rejected', async () =>
        (await env.sandbox.deliveries()).some(one => one.status === 400),
      )
      assert.ok((await env.metric('clock_ahead_seconds')) > 120)
      await env.kill()
      await env.start()
      await env.until('the success is known', async () =>
        (await env.snapshot()).donations.some(row => row.state === 'succeeded'),
      )
      env.advanceServer(2 * minute)
      await env.until(
        'the draft became an order',
        async () => (await env.snapshot()).orders.length === 1,
      )
      env.advanceServer(-8 * minute)
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Марія: paid'])
    },
  },
  {
    number: 7,
    fault: 'the server’s clock is five days ahead for a while',
    must: 'what was put off in that time is done when the clock is right again',
    async run(env) {
      await env.product.server.stop()
      env.advanceServer(5 * day)
      await env.start()
      const during = env.visitor('Ганна', 'hanna@example.org')
      await during.choose(200)
      await during.sendDraft()
      await during.pay()
      await sleep(1_500)
      await env.product.server.stop()
      env.advanceServer(-5 * day)
      await env.start()
      const after = await env.payer('Богдан', null, 300)
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Ганна: paid'])
        assert.deepEqual(
          snapshot.tickets.map(ticket => ticket.payment_intent_id),
          [after.intent()],
        )
      }
    },
  },
  {
    number: 8,
    fault: 'the store is restored from a backup',
    must: 'orders of the lost time come back as tickets',
    async run(env) {
      const before = await env.payer('Ганна')
      await before.order()
      await env.product.server.stop()
      copyStore(env, '', '.backup')
      await env.start()
      const lost = await env.payer('Богдан', null, 300)
      await lost.order()
      await env.kill()
      copyStore(env, '.backup', '')
      await env.start()
      // The restored backup does not have what was confirmed after it.
      lost.candle.confirmedKeys.length = 0
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Ганна: paid'])
        assert.deepEqual(
          snapshot.tickets.map(ticket => [ticket.payment_intent_id, ticket.state]),
          [[lost.intent(), 'open']],
        )
      }
    },
  },
  {
    number: 9,
    fault: 'rows of the other mode in the store after a change of keys',
    must: 'they are not asked about, not closed, not mixed; an order for one is kept as claimed',
    async run(env) {
      const visitor = env.visitor('Олена')
      await visitor.choose(200)
      await env.kill()
      const database = new DatabaseSync(join(env.product.dataDir, 'svichka.db'))
      database.exec(
        `update donations set id = 'live-row', livemode = 1, payment_intent_id = 'pi_liveOfYesterday0000', next_check_at = 1`,
      )
      database.close()
      await env.start()
      await env.advance(day + 60 * minute)
      const key = 'pi_liveOfYesterday0000'
      const reply = await env.visitor('Чужий').orderFree({ donationAmount: '200' }, key)
      assert.equal(reply !== 'lost' && reply.body.success, true)
      return snapshot => {
        const { donations } = snapshot
        assert.deepEqual(paymentsOf(snapshot), ['Чужий: claimed'])
        const live = donations.find(row => row.livemode === 1)
        assert.deepEqual([live?.state, live?.payment_intent_id], ['open', key])
      }
    },
  },
  {
    number: 10,
    fault: 'the card sandbox is killed and started again',
    must: 'its state is on disk: payments go on',
    async run(env) {
      const visitor = env.visitor('Степан')
      await visitor.choose(200)
      await env.product.sandbox.stop('SIGKILL')
      await env.product.sandbox.start()
      assert.equal(await visitor.pay(), 'succeeded')
      await env.product.sandbox.stop('SIGKILL')
      await env.product.sandbox.start()
      await visitor.order()
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Степан: paid'])
    },
  },
]

function copyStore(env: Environment, from: string, to: string): void {
  for (const name of storeFiles) {
    const [source, target] = [name + from, name + to].map(file => join(env.product.dataDir, file))
    if (!source || !target) continue
    rmSync(target, { force: true })
    if (existsSync(source)) copyFileSync(source, target)
  }
}
