import assert from 'node:assert/strict'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describeProgram } from '../../processes'
import { findFreePort } from '../../set-up/free-port'
import { startPostgres } from '../../set-up/start-postgres'
import type { Row } from '../row'
import type { Stage } from '../stage'
import { welcomeVisitor } from '../visit'
import { paymentsOf } from './look'

const where = 'ops'
const minute = 60_000
const storeFiles = ['svichka.db', 'svichka.db-wal', 'svichka.db-shm']

/** Rows 45 to 49. */
export const opsRows: Row[] = [
  {
    number: 45,
    where,
    fault: 'two servers on one store, killed and started again in turn',
    must: 'only the store decides; nothing is lost, nothing doubled',
    async set() {
      const database = await startPostgres()
      return { options: { databaseUrl: database.url }, strike: database.stop }
    },
    async play(stage) {
      const port = String(await findFreePort())
      const second = describeProgram('dist/server/main.js', {
        PORT: port,
        SANDBOX_PORT: new URL(stage.product.sandboxUrl).port,
        DATA_DIR: stage.product.dataDir,
        DATABASE_URL: stage.databaseUrl ?? '',
        LOG_LEVEL: 'warn',
      })
      await second.start()
      const place = { url: `http://127.0.0.1:${port}`, sandboxUrl: stage.product.sandboxUrl }
      try {
        // All have paid before the kill: a visitor whose choice it cuts has no payment to lose.
        const visitors = await Promise.all(
          ['Ганна', 'Богдан', 'Олена', 'Іван'].map(async (name, index) => {
            const visitor = stage.visitor(name, `guest${index}@example.org`)
            await visitor.choose(200)
            await visitor.sendDraft()
            await visitor.pay()
            return { visitor, elsewhere: welcomeVisitor(place, name, `guest${index}@example.org`) }
          }),
        )
        const donation = { donationAmount: '200', prefersDonation: true }
        await Promise.all([
          stage.kill(),
          ...visitors.flatMap(({ visitor, elsewhere }) => [
            visitor.order(),
            elsewhere.orderFree(donation, visitor.intent()),
          ]),
        ])
        await second.stop('SIGKILL')
        await stage.start()
      } finally {
        await second.stop()
      }
      return evidence =>
        assert.deepEqual(paymentsOf(evidence), [
          'Іван: paid',
          'Богдан: paid',
          'Ганна: paid',
          'Олена: paid',
        ])
    },
  },
  {
    number: 46,
    where,
    fault: 'our clock is off by six minutes',
    must: 'signatures fail, health says why, the reconciler repairs',
    async play(stage) {
      stage.advanceServer(6 * minute)
      const visitor = stage.visitor('Марія')
      await visitor.choose(200)
      await visitor.sendDraft()
      await visitor.pay()
      await stage.until('a webhook was refused', async () =>
        (await stage.sandbox.deliveries()).some(one => one.status === 400),
      )
      assert.ok((await stage.health()).warnings.some(warning => warning.includes('clock')))
      await stage.kill()
      await stage.start()
      await stage.until('the success is known', async () =>
        (await stage.evidence()).donations.some(row => row.state === 'succeeded'),
      )
      stage.advanceServer(2 * minute)
      await stage.until(
        'the draft became an order',
        async () => (await stage.evidence()).orders.length === 1,
      )
      stage.advanceServer(-8 * minute)
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Марія: paid'])
    },
  },
  {
    number: 47,
    where,
    fault: 'the store is restored from a backup',
    must: 'orders of the lost time come back as tickets',
    async play(stage) {
      const before = stage.visitor('Ганна')
      await before.choose(200)
      await before.pay()
      await before.order()
      await stage.product.server.stop()
      copyStore(stage, '', '.backup')
      await stage.start()
      const lost = stage.visitor('Богдан')
      await lost.choose(300)
      await lost.pay()
      await lost.order()
      await stage.kill()
      copyStore(stage, '.backup', '')
      await stage.start()
      // The operator went back in time: what was confirmed in between is known to be gone.
      lost.candle.confirmedKeys.length = 0
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Ганна: paid'])
        assert.deepEqual(
          evidence.tickets.map(ticket => [ticket.payment_intent_id, ticket.state]),
          [[lost.intent(), 'open']],
        )
      }
    },
  },
  {
    number: 48,
    where,
    fault: 'rows of the other mode in the store after a change of keys',
    must: 'they are not asked about, not closed, not mixed; an order for one is kept as claimed',
    async play(stage) {
      const visitor = stage.visitor('Олена')
      await visitor.choose(200)
      await stage.kill()
      const database = new Database(join(stage.product.dataDir, 'svichka.db'))
      database.exec(
        `update donations set id = 'live-row', livemode = 1, payment_intent_id = 'pi_liveOfYesterday0000', settle_at = 1`,
      )
      database.close()
      await stage.start()
      await stage.advance(25 * 60 * minute)
      const key = 'pi_liveOfYesterday0000'
      const reply = await stage.visitor('Чужий').orderFree({ donationAmount: '200' }, key)
      assert.equal(reply !== 'lost' && reply.body.success, true)
      return evidence => {
        const { donations } = evidence
        assert.deepEqual(paymentsOf(evidence), ['Чужий: claimed'])
        const live = donations.find(row => row.livemode === 1)
        assert.deepEqual([live?.state, live?.payment_intent_id], ['open', key])
      }
    },
  },
  {
    number: 49,
    where,
    fault: 'the card sandbox is killed and started again',
    must: 'its state is on disk: payments go on',
    async play(stage) {
      const visitor = stage.visitor('Степан')
      await visitor.choose(200)
      await stage.product.sandbox.stop('SIGKILL')
      await stage.product.sandbox.start()
      assert.equal(await visitor.pay(), 'succeeded')
      await stage.product.sandbox.stop('SIGKILL')
      await stage.product.sandbox.start()
      await visitor.order()
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Степан: paid'])
    },
  },
]

function copyStore(stage: Stage, from: string, to: string): void {
  for (const name of storeFiles) {
    const [source, target] = [name + from, name + to].map(file => join(stage.product.dataDir, file))
    if (!source || !target) continue
    rmSync(target, { force: true })
    if (existsSync(source)) copyFileSync(source, target)
  }
}
