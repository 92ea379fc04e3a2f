import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../environment'
import type { Row } from '../row'
import { isAnswered } from '../visitor'
import { countIntents, countOrders, paymentsOf } from './queries'

const create = { method: 'POST', path: '/v1/payment_intents' } as const
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const

/** The server is killed at each place where something is half done. */
export const killRows: Row[] = [
  {
    number: 1,
    fault: 'kill between the provider’s create and our write',
    must: 'the reconciler stores the intent by our reference',
    async run(env) {
      const visitor = env.visitor('Олена')
      await env.sandbox.fault({ ...create, action: 'delay', at: 'after', ms: 8_000 })
      const choosing = visitor.choose(200)
      await env.until('the intent exists', async () => (await countIntents(env)) === 1)
      await env.kill()
      assert.equal(await choosing, null)
      await env.start()
      return ({ donations, intents }) => {
        assert.equal(donations.length, 1)
        assert.equal(donations[0]?.payment_intent_id, intents[0]?.id)
      }
    },
  },
  {
    number: 2,
    fault: 'kill before the commit, and between commit and mail',
    must: 'the retry makes it; the outbox sends the emails once',
    async run(env) {
      const early = env.visitor('Ганна', 'hanna@example.org')
      await early.choose(200)
      // Two readings, and before the payment: its webhook has it read too.
      await env.sandbox.fault({ ...read, action: 'delay', ms: 8_000, count: 2 })
      await early.pay()
      const sending = early.order()
      await env.until('the provider is being asked', () => isFaultTaken(env))
      await env.kill()
      assert.equal(await sending, 'lost')
      await env.start()
      await env.sandbox.clear()
      assert.ok(isAnswered(await early.order()))

      const late = await env.payer('Богдан', 'bohdan@example.org', 300)
      const answer = late.order()
      await env.until('the order is stored', async () => (await countOrders(env)) === 2)
      await env.kill()
      await answer
      await env.start()
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Богдан: paid', 'Ганна: paid'])
    },
  },
  {
    number: 3,
    fault: 'kill after the 200',
    must: 'the stored event is handled after the restart',
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
      assert.ok((await env.snapshot()).pendingEvents > 0)
      await env.start()
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Петро: paid'])
    },
  },
  {
    number: 4,
    fault: 'kill while a form sent without the script is stored, and before its answer',
    must: 'the same form sent again is one order',
    async run(env) {
      const names = Array.from({ length: 4 }, (_, index) => `Без скрипту ${index}`)
      let answered = 0
      for (const name of names) {
        const before = await countOrders(env)
        const sending = sendPlainForm(env.product.url, name)
        // Some are killed before the commit, the others between commit and answer.
        if (names.indexOf(name) % 2 === 0) await sleep(names.indexOf(name))
        else await env.until('it is stored', async () => (await countOrders(env)) > before)
        await env.kill()
        if ((await sending) !== 'lost') answered += 1
        await env.start()
        assert.match(await sendPlainForm(env.product.url, name), /&thanks$/)
      }
      assert.ok(answered < names.length, 'No answer was lost.')
      return ({ orders }) => assert.deepEqual(orders.map(({ name }) => name).sort(), names)
    },
  },
]

/** Sends the form as a browser does without the script. Where the answer leads, or `lost`. */
async function sendPlainForm(url: string, forWhom: string): Promise<string> {
  const body = new URLSearchParams({ forWhom, purpose: 'За мир', order: '' })
  const options = { method: 'POST', body, redirect: 'manual' } as const
  const answer = await fetch(`${url}/?lang=uk`, options).catch(() => undefined)
  return answer?.headers.get('location') ?? 'lost'
}

/** The fault was taken: a request of the server is waiting for its answer. */
const isFaultTaken = async (env: Environment) => (await env.sandbox.faultsToCome()) === 0
