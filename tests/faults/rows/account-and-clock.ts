import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../../setup/free-port'
import { describeProgram } from '../../setup/processes'
import { readSnapshot } from '../read-snapshot'
import type { Row } from '../row'
import { emailKinds, paymentsOf, statusOf } from './queries'

const minute = 60_000
const day = 24 * 60 * minute
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const

/** Rows 57 to 61: a shared account, a provider that hangs, refunds and disputes, the clock. */
export const accountAndClockRows: Row[] = [
  {
    number: 57,
    where: 'ops',
    fault: 'two installations on one account',
    must: 'neither claims, announces or cancels what is the other’s',
    async run(env) {
      const dataDir = mkdtempSync(join(tmpdir(), 'svichka-other-'))
      const other = describeProgram('dist/server/main.js', {
        PORT: String(await findFreePort()),
        SANDBOX_PORT: new URL(env.product.sandboxUrl).port,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import=${resolve('tests/faults/shift-clock.mjs')}`,
        SHIFTED_CLOCK: join(dataDir, 'clock'),
      })
      writeFileSync(join(dataDir, 'clock'), '0')
      env.onClose(async () => {
        await other.stop()
        rmSync(dataDir, { recursive: true, force: true })
      })
      const ordered = env.visitor('Ганна', 'hanna@example.org')
      const orphan = env.visitor('Богдан')
      const open = env.visitor('Олена')
      for (const visitor of [ordered, orphan, open]) await visitor.choose(200)
      for (const visitor of [ordered, orphan]) await visitor.pay()
      await ordered.order()
      for (const ahead of [0, 12 * minute, day]) {
        writeFileSync(join(dataDir, 'clock'), String(ahead))
        await other.start()
        await env.until('the other installation has reconciled', async () => {
          const { reconciledUntil } = await readSnapshot({ ...env.product, ...nothing, dataDir })
          return reconciledUntil >= Date.now() + ahead - minute
        })
        await pause(1_500)
        await other.stop()
      }
      const otherSnapshot = await readSnapshot({ ...env.product, ...nothing, dataDir })
      assert.deepEqual(
        [otherSnapshot.donations, otherSnapshot.tickets, otherSnapshot.emails],
        [[], [], []],
      )
      assert.equal(statusOf(otherSnapshot, open.intent()), 'requires_payment_method')
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Ганна: paid'])
        assert.deepEqual(
          snapshot.tickets.map(ticket => ticket.payment_intent_id),
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
    async run(env) {
      const visitor = env.visitor('Олена', 'olena@example.org')
      await visitor.choose(300)
      // Before the payment: its webhook also has it read.
      await env.sandbox.fault({ ...read, action: 'delay', at: 'before', ms: 60_000, count: null })
      await visitor.pay()
      const startedAt = Date.now()
      const reply = await visitor.order()
      const tookMs = Date.now() - startedAt
      assert.ok(tookMs < 10_000, `answered after ${tookMs} ms`)
      assert.equal(reply !== 'lost' && reply.body.success, true)
      assert.deepEqual(paymentsOf(await env.snapshot()), ['Олена: verifying'])
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Олена: paid'])
        assert.deepEqual(emailKinds(snapshot), ['donor-thanks', 'temple-notice'])
      }
    },
  },
  {
    number: 59,
    where: 'ops',
    fault: 'another account’s key is deployed for a minute',
    must: 'no captured payment is lost, no open one released',
    async setUp() {
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
        tearDown: async () => rmSync(folder, { recursive: true, force: true }),
      }
    },
    async run(env) {
      const drafted = env.visitor('Ганна')
      const orphan = env.visitor('Богдан')
      const ordering = env.visitor('Олена')
      const open = env.visitor('Іван')
      for (const visitor of [drafted, orphan, ordering, open]) await visitor.choose(200)
      await drafted.sendDraft()
      for (const visitor of [drafted, orphan, ordering]) await visitor.pay()
      writeFileSync(otherKey, '')
      const reply = await ordering.order()
      assert.equal(reply !== 'lost' && reply.body.success, true)
      assert.equal(await open.ask({ giveUp: true }), 'unknown')
      await env.advance(2 * minute)
      await env.kill()
      await env.start()
      await pause(2_000)
      rmSync(otherKey)
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Ганна: paid', 'Олена: paid'])
        assert.deepEqual(
          snapshot.tickets.map(ticket => ticket.payment_intent_id),
          [orphan.intent()],
        )
      }
    },
  },
  {
    number: 60,
    where: 'after',
    fault: 'refunds in parts, one that fails late, a dispute won and one lost',
    must: 'the order follows from the sums, and each is reported once',
    async run(env) {
      const names = ['Богдан', 'Ганна', 'Олена', 'Іван']
      const [parted, failing, won, lost] = names.map(name => env.visitor(name, 'a@example.org'))
      assert.ok(parted && failing && won && lost)
      for (const visitor of [parted, failing, won, lost]) {
        await visitor.choose(500)
        await visitor.pay()
        await visitor.order()
      }
      const { sandbox } = env
      await sandbox.refund(parted.intent(), 100)
      await sandbox.refund(parted.intent(), 20_000)
      const late = await sandbox.refundPending(failing.intent(), 50_000)
      const disputes = [
        await sandbox.dispute(won.intent()),
        await sandbox.dispute(lost.intent()),
      ] as const
      await env.until('all of it is written down', async () => {
        const { reversals } = await env.snapshot()
        return reversals.length === 5
      })
      await sandbox.settleRefund(late, 'failed')
      await sandbox.closeDispute(disputes[0].id, 'won')
      await sandbox.closeDispute(disputes[1].id, 'lost')
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), [
          'Іван: returned',
          'Богдан: paid',
          'Ганна: paid',
          'Олена: paid',
        ])
        const reversalEmails = snapshot.emails.filter(({ subject_id }) =>
          /^(re|dp|du)_/.test(subject_id),
        )
        assert.deepEqual(reversalEmails.map(({ kind }) => kind).sort(), [
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
    async run(env) {
      await env.product.server.stop()
      env.advanceServer(5 * day)
      await env.start()
      const during = env.visitor('Ганна', 'hanna@example.org')
      await during.choose(200)
      await during.sendDraft()
      await during.pay()
      await pause(1_500)
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
]

const nothing = { databaseUrl: null, candles: [] }
/** The file that deploys the other account's key while it is there. */
let otherKey = ''
