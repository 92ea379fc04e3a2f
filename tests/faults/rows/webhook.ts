import assert from 'node:assert/strict'
import { join } from 'node:path'
import Database from 'libsql'
import type { Row } from '../row'
import type { Stage } from '../stage'
import { makePaidIntent, postEvent, signEvent, writeEvent } from './by-hand'
import { countOrders, paymentsOf } from './look'

const where = 'webhook'
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const
const minute = 60_000

/** Rows 34 to 41. */
export const webhookRows: Row[] = [
  {
    number: 34,
    where,
    fault: 'before the order POST',
    must: 'stored and answered, not yet an orphan; the order then stands alone',
    async play(stage) {
      const visitor = stage.visitor('Ганна')
      await visitor.choose(200)
      await visitor.pay()
      await stage.until('the success is known', () => isKnown(stage, 'succeeded'))
      assert.equal((await stage.evidence()).tickets.length, 0)
      await visitor.order()
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Ганна: paid'])
        assert.equal(evidence.tickets.length, 0)
      }
    },
  },
  {
    number: 35,
    where,
    fault: 'duplicates, at once and later',
    must: 'one order, one letter of each kind',
    async play(stage) {
      await stage.sandbox.spoilWebhooks({ action: 'duplicate', copies: 7, count: null })
      const visitor = stage.visitor('Богдан', 'bohdan@example.org')
      await visitor.choose(200)
      await visitor.sendDraft()
      await visitor.pay()
      await visitor.order()
      for (const event of await stage.sandbox.events()) await stage.sandbox.resend(event.id)
      return ({ orders, letters }) => {
        assert.equal(orders.length, 1)
        assert.equal(letters.length, 2)
      }
    },
  },
  {
    number: 36,
    where,
    fault: 'reordered: success first, creation last',
    must: 'the state moves forward only; the provider is asked',
    async play(stage) {
      await stage.sandbox.spoilWebhooks({ action: 'reorder', size: 5, count: null })
      const visitor = stage.visitor('Олена')
      await visitor.choose(200)
      await visitor.pay('4000000000000002')
      await visitor.pay()
      await visitor.order()
      return evidence => {
        assert.deepEqual(paymentsOf(evidence), ['Олена: paid'])
        assert.equal(evidence.donations[0]?.state, 'succeeded')
      }
    },
  },
  {
    number: 37,
    where,
    fault: 'never arrives; wrong secret at the provider',
    must: 'the reconciler finds it; health says that webhooks are silent',
    async play(stage) {
      await stage.sandbox.spoilWebhooks({ action: 'bad_signature', count: null })
      const visitor = stage.visitor('Іван')
      await visitor.choose(200)
      await visitor.sendDraft()
      await visitor.pay()
      await stage.advance(2 * minute)
      await restart(stage)
      await stage.until('the reconciler found the payment', () => isKnown(stage, 'succeeded'))
      await stage.advance(11 * minute)
      await stage.until('the order is made', async () => (await countOrders(stage)) === 1)
      const { warnings, badSignatures } = await stage.health()
      assert.ok(warnings.some(warning => warning.includes('webhooks do not arrive')))
      assert.ok(badSignatures > 0)
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Іван: paid'])
    },
  },
  {
    number: 38,
    where,
    fault: 'forged, old, from the future, altered, another secret, no signature',
    must: '400, no effect, counted',
    async play(stage) {
      const visitor = stage.visitor('Злодій')
      await visitor.choose(200)
      const forged = writeEvent({ id: 'evt_forged', intent: visitor.intent() })
      const now = Math.floor(Date.now() / 1000)
      const signatures = [
        '',
        'nonsense',
        signEvent(forged, 'whsec_guessed'),
        signEvent(forged, ''),
        signEvent(`${forged} `),
        signEvent(forged, 'whsec_sandbox', now - 600),
        signEvent(forged, 'whsec_sandbox', now + 600),
      ]
      for (const signature of signatures)
        assert.equal(await postEvent(stage, forged, signature), 400, signature)
      assert.equal((await stage.health()).badSignatures, signatures.length)
      return ({ orders, tickets, donations }) => {
        assert.deepEqual([orders.length, tickets.length], [0, 0])
        assert.equal(donations[0]?.received_kopiykas, 0)
      }
    },
  },
  {
    number: 39,
    where,
    fault: 'the store cannot be written',
    must: '5xx, so that it comes again; never 200 before it is stored',
    async play(stage) {
      const visitor = stage.visitor('Марія')
      await visitor.choose(200)
      await visitor.sendDraft()
      await stage.until('earlier webhooks arrived', async () =>
        (await stage.sandbox.deliveries()).every(one => one.state === 'succeeded'),
      )
      const holder = new Database(join(stage.product.dataDir, 'svichka.db'))
      holder.pragma('busy_timeout = 5000')
      holder.exec('begin immediate')
      await visitor.pay()
      await stage.until('a delivery was refused', async () =>
        (await stage.sandbox.deliveries()).some(one => (one.status ?? 0) >= 500),
      )
      holder.exec('rollback')
      holder.close()
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Марія: paid'])
    },
  },
  {
    number: 40,
    where,
    fault: 'kill after the 200',
    must: 'the stored event is settled after the restart',
    async play(stage) {
      await stage.sandbox.fault({ ...read, action: 'delay', ms: 5_000, count: null })
      const visitor = stage.visitor('Петро')
      await visitor.choose(200)
      await visitor.sendDraft()
      await visitor.pay()
      await stage.until('the success was answered 200', async () =>
        (await stage.sandbox.deliveries()).some(
          one => one.event_type === 'payment_intent.succeeded' && one.status === 200,
        ),
      )
      await stage.kill()
      assert.ok((await stage.evidence()).unsettledEvents > 0)
      await stage.start()
      return evidence => assert.deepEqual(paymentsOf(evidence), ['Петро: paid'])
    },
  },
  {
    number: 41,
    where,
    fault: 'another app’s intent, another mode’s event, an event of an old shape',
    must: 'answered 200 and ignored',
    async play(stage) {
      const foreign = await makePaidIntent(stage, { 'metadata[app]': 'shop' })
      const visitor = stage.visitor('Степан')
      await visitor.choose(200)
      const events = [
        writeEvent({ id: 'evt_foreign', intent: foreign }),
        writeEvent({ id: 'evt_live', intent: visitor.intent(), livemode: true }),
        JSON.stringify({ id: 'evt_old', object: 'event', type: 'x', data: { object: { id: 7 } } }),
      ]
      for (const event of events) assert.equal(await postEvent(stage, event, signEvent(event)), 200)
      return ({ orders, tickets }) => assert.deepEqual([orders.length, tickets.length], [0, 0])
    },
  },
]

async function isKnown(stage: Stage, state: string): Promise<boolean> {
  return (await stage.evidence()).donations.some(row => row.state === state)
}

async function restart(stage: Stage): Promise<void> {
  await stage.kill()
  await stage.start()
}
