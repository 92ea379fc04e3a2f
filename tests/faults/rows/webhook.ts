import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Environment } from '../environment'
import type { Row } from '../row'
import { countOrders, paymentsOf } from './queries'
import { makePaidIntent, postEvent, signEvent, writeEvent } from './raw-requests'

const where = 'webhook'
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const
const minute = 60_000

/** Rows 34 to 41. */
export const webhookRows: Row[] = [
  {
    number: 34,
    where,
    fault: 'before the order POST',
    must: 'stored and answered, not yet a ticket; the order is made without one',
    async run(env) {
      const visitor = await env.payer('Ганна')
      await env.until('the success is known', () => isKnown(env, 'succeeded'))
      assert.equal((await env.snapshot()).tickets.length, 0)
      await visitor.order()
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Ганна: paid'])
        assert.equal(snapshot.tickets.length, 0)
      }
    },
  },
  {
    number: 35,
    where,
    fault: 'duplicates, at once and later',
    must: 'one order, one email of each kind',
    async run(env) {
      await env.sandbox.spoilWebhooks({ action: 'duplicate', copies: 7, count: null })
      const visitor = env.visitor('Богдан', 'bohdan@example.org')
      await visitor.choose(200)
      await visitor.sendDraft()
      await visitor.pay()
      await visitor.order()
      for (const event of await env.sandbox.events()) await env.sandbox.resend(event.id)
      return ({ orders, emails }) => {
        assert.equal(orders.length, 1)
        assert.equal(emails.length, 2)
      }
    },
  },
  {
    number: 36,
    where,
    fault: 'reordered: success first, creation last',
    must: 'the state moves forward only; the provider is asked',
    async run(env) {
      await env.sandbox.spoilWebhooks({ action: 'reorder', size: 5, count: null })
      const visitor = env.visitor('Олена')
      await visitor.choose(200)
      await visitor.pay('4000000000000002')
      await visitor.pay()
      await visitor.order()
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Олена: paid'])
        assert.equal(snapshot.donations[0]?.state, 'succeeded')
      }
    },
  },
  {
    number: 37,
    where,
    fault: 'never arrives; wrong secret at the provider',
    must: 'the reconciler finds it; health says that webhooks are silent',
    async run(env) {
      await env.sandbox.spoilWebhooks({ action: 'bad_signature', count: null })
      const visitor = env.visitor('Іван')
      await visitor.choose(200)
      await visitor.sendDraft()
      await visitor.pay()
      await env.advance(2 * minute)
      await restart(env)
      await env.until('the reconciler found the payment', () => isKnown(env, 'succeeded'))
      await env.advance(11 * minute)
      await env.until('the order is made', async () => (await countOrders(env)) === 1)
      assert.equal(await env.metric('webhooks_silent'), 1)
      assert.ok((await env.metric('bad_signatures')) > 0)
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Іван: paid'])
    },
  },
  {
    number: 38,
    where,
    fault: 'forged, old, from the future, altered, another secret, no signature',
    must: '400, no effect, counted',
    async run(env) {
      const visitor = env.visitor('Злодій')
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
        assert.equal(await postEvent(env, forged, signature), 400, signature)
      assert.ok((await env.metric('bad_signatures')) > 0)
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
    async run(env) {
      const visitor = env.visitor('Марія')
      await visitor.choose(200)
      await visitor.sendDraft()
      await env.until('earlier webhooks arrived', async () =>
        (await env.sandbox.deliveries()).every(one => one.state === 'succeeded'),
      )
      const holder = new DatabaseSync(join(env.product.dataDir, 'svichka.db'))
      holder.exec('pragma busy_timeout = 5000')
      holder.exec('begin immediate')
      await visitor.pay()
      await env.until('a delivery was refused', async () =>
        (await env.sandbox.deliveries()).some(one => (one.status ?? 0) >= 500),
      )
      holder.exec('rollback')
      holder.close()
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Марія: paid'])
    },
  },
  {
    number: 40,
    where,
    fault: 'kill after the 200',
    must: 'the stored event is settled after the restart',
    async run(env) {
      await env.sandbox.fault({ ...read, action: 'delay', ms: 5_000, count: null })
      const visitor = env.visitor('Петро')
      await visitor.choose(200)
      await visitor.sendDraft()
      await visitor.pay()
      await env.until('the success was answered 200', async () =>
        (await env.sandbox.deliveries()).some(
          one => one.event_type === 'payment_intent.succeeded' && one.status === 200,
        ),
      )
      await env.kill()
      assert.ok((await env.snapshot()).unsettledEvents > 0)
      await env.start()
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Петро: paid'])
    },
  },
  {
    number: 41,
    where,
    fault: 'another app’s intent, another mode’s event, an event of an old shape',
    must: 'answered 200 and ignored',
    async run(env) {
      const foreign = await makePaidIntent(env, { 'metadata[app]': 'shop' })
      const visitor = env.visitor('Степан')
      await visitor.choose(200)
      const events = [
        writeEvent({ id: 'evt_foreign', intent: foreign }),
        writeEvent({ id: 'evt_live', intent: visitor.intent(), livemode: true }),
        JSON.stringify({ id: 'evt_old', object: 'event', type: 'x', data: { object: { id: 7 } } }),
      ]
      for (const event of events) assert.equal(await postEvent(env, event, signEvent(event)), 200)
      return ({ orders, tickets }) => assert.deepEqual([orders.length, tickets.length], [0, 0])
    },
  },
]

async function isKnown(env: Environment, state: string): Promise<boolean> {
  return (await env.snapshot()).donations.some(row => row.state === state)
}

async function restart(env: Environment): Promise<void> {
  await env.kill()
  await env.start()
}
