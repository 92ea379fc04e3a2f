import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describeProgram } from '../../processes'
import { findFreePort } from '../../set-up/free-port'
import { readEvidence } from '../read-evidence'
import type { Row } from '../row'
import { letterKinds, paymentsOf, statusOf } from './look'

const minute = 60_000
const day = 24 * 60 * minute
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const

/** Rows 57 to 61: whoever else is on the account, a provider that hangs, money that goes back, the clock. */
export const neighbourRows: Row[] = [
  {
    number: 57,
    where: 'ops',
    fault: 'two installations on one account',
    must: 'neither claims, announces or cancels what is the other’s',
    async play(stage) {
      const dataDir = mkdtempSync(join(tmpdir(), 'svichka-parish-'))
      const parish = describeProgram('dist/server/main.js', {
        PORT: String(await findFreePort()),
        SANDBOX_PORT: new URL(stage.product.sandboxUrl).port,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import=${resolve('tests/faults/shift-clock.mjs')}`,
        SHIFTED_CLOCK: join(dataDir, 'clock'),
      })
      writeFileSync(join(dataDir, 'clock'), '0')
      stage.onClose(async () => {
        await parish.stop()
        rmSync(dataDir, { recursive: true, force: true })
      })
      const ordered = stage.visitor('Ганна', 'hanna@example.org')
      const orphan = stage.visitor('Богдан')
      const open = stage.visitor('Олена')
      for (const visitor of [ordered, orphan, open]) await visitor.choose(200)
      for (const visitor of [ordered, orphan]) await visitor.pay()
      await ordered.order()
      for (const ahead of [0, 12 * minute, day]) {
        writeFileSync(join(dataDir, 'clock'), String(ahead))
        await parish.start()
        await stage.until('the parish has looked at the account', async () => {
          const { reconciledUntil } = await readEvidence({ ...stage.product, ...nothing, dataDir })
          return reconciledUntil >= Date.now() + ahead - minute
        })
        await pause(1_500)
        await parish.stop()
      }
      const books = await readEvidence({ ...stage.product, ...nothing, dataDir })
      assert.deepEqual([books.donations, books.tickets, books.letters], [[], [], []])
      assert.equal(statusOf(books, open.intent()), 'requires_payment_method')
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Ганна: paid'])
        assert.deepEqual(
          evidence.tickets.map(ticket => ticket.payment_intent_id),
          [orphan.intent()],
        )
      }
    },
  },
  {
    number: 58,
    where: 'order POST',
    fault: 'the provider hangs while the order is verified',
    must: 'answered within ten seconds, kept as unverified, paid when it is back',
    async play(stage) {
      const visitor = stage.visitor('Олена', 'olena@example.org')
      await visitor.choose(300)
      await visitor.pay()
      await stage.sandbox.fault({ ...read, action: 'delay', at: 'before', ms: 60_000, count: null })
      const startedAt = Date.now()
      const reply = await visitor.order()
      assert.ok(Date.now() - startedAt < 10_000)
      assert.equal(reply !== 'lost' && reply.body.success, true)
      assert.deepEqual(paymentsOf(await stage.evidence()), ['Олена: verifying'])
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Олена: paid'])
        assert.deepEqual(letterKinds(evidence), ['donor-thanks', 'temple-notice'])
      }
    },
  },
  {
    number: 59,
    where: 'ops',
    fault: 'another account’s key is deployed for a minute',
    must: 'no captured payment is let go of, no open one released',
    async set() {
      const folder = mkdtempSync(join(tmpdir(), 'svichka-key-'))
      const preloads = ['shift-clock', 'other-account'].map(
        name => `--import=${resolve(`tests/faults/${name}.mjs`)}`,
      )
      const env = {
        NODE_OPTIONS: preloads.join(' '),
        OTHER_ACCOUNT_FILE: join(folder, 'deployed'),
      }
      otherKey = join(folder, 'deployed')
      return {
        options: { env },
        strike: async () => rmSync(folder, { recursive: true, force: true }),
      }
    },
    async play(stage) {
      const drafted = stage.visitor('Ганна')
      const orphan = stage.visitor('Богдан')
      const ordering = stage.visitor('Олена')
      const open = stage.visitor('Іван')
      for (const visitor of [drafted, orphan, ordering, open]) await visitor.choose(200)
      await drafted.sendDraft()
      for (const visitor of [drafted, orphan, ordering]) await visitor.pay()
      writeFileSync(otherKey, '')
      const reply = await ordering.order()
      assert.equal(reply !== 'lost' && reply.body.success, true)
      assert.equal(await open.ask({ giveUp: true }), 'unknown')
      await stage.advance(2 * minute)
      await stage.kill()
      await stage.start()
      await pause(2_000)
      rmSync(otherKey)
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Ганна: paid', 'Олена: paid'])
        assert.deepEqual(
          evidence.tickets.map(ticket => ticket.payment_intent_id),
          [orphan.intent()],
        )
      }
    },
  },
  {
    number: 60,
    where: 'after',
    fault: 'refunds in parts, one that fails late, a dispute won and one lost',
    must: 'the order follows from the sums, and each is told once',
    async play(stage) {
      const names = ['Богдан', 'Ганна', 'Олена', 'Іван']
      const [parted, failing, won, lost] = names.map(name => stage.visitor(name, 'a@example.org'))
      assert.ok(parted && failing && won && lost)
      for (const visitor of [parted, failing, won, lost]) {
        await visitor.choose(500)
        await visitor.pay()
        await visitor.order()
      }
      const { sandbox } = stage
      await sandbox.refund(parted.intent(), 100)
      await sandbox.refund(parted.intent(), 20_000)
      const late = await sandbox.refundPending(failing.intent(), 50_000)
      const disputes = [
        await sandbox.dispute(won.intent()),
        await sandbox.dispute(lost.intent()),
      ] as const
      await stage.until('all of it is written down', async () => {
        const { reversals } = await stage.evidence()
        return reversals.length === 5
      })
      await sandbox.settleRefund(late, 'failed')
      await sandbox.closeDispute(disputes[0].id, 'won')
      await sandbox.closeDispute(disputes[1].id, 'lost')
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), [
          'Іван: returned',
          'Богдан: paid',
          'Ганна: paid',
          'Олена: paid',
        ])
        const told = evidence.letters.filter(({ subject_id }) => /^(re|dp|du)_/.test(subject_id))
        assert.deepEqual(told.map(({ kind }) => kind).sort(), [
          ...['donor-refunded', 'donor-refunded', 'donor-refunded'],
          ...['temple-dispute-lost', 'temple-dispute-won', 'temple-disputed', 'temple-disputed'],
          'temple-refund-failed',
          ...['temple-refunded', 'temple-refunded', 'temple-refunded'],
        ])
      }
    },
  },
  {
    number: 61,
    where: 'ops',
    fault: 'the server’s clock is five days ahead for a while',
    must: 'what was put off in that time is done when the clock is right again',
    async play(stage) {
      await stage.product.server.stop()
      stage.advanceServer(5 * day)
      await stage.start()
      const during = stage.visitor('Ганна', 'hanna@example.org')
      await during.choose(200)
      await during.sendDraft()
      await during.pay()
      await pause(1_500)
      await stage.product.server.stop()
      stage.advanceServer(-5 * day)
      await stage.start()
      const after = stage.visitor('Богдан')
      await after.choose(300)
      await after.pay()
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Ганна: paid'])
        assert.deepEqual(
          evidence.tickets.map(ticket => ticket.payment_intent_id),
          [after.intent()],
        )
      }
    },
  },
]

const nothing = { databaseUrl: null, candles: [] }
/** The file that deploys the other account's key while it is there. */
let otherKey = ''
