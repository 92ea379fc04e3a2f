import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Environment, startEnvironment } from './environment'
import type { Snapshot } from './snapshot'
import { isAnswered } from './visitor'

const create = { method: 'POST', path: '/v1/payment_intents' } as const
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const
/** A fault that only real processes can have, and what must happen. */
interface Row {
  number: number
  fault: string
  must: string
  /** Resolves to what the snapshot must show once everything has drained, beyond the promises. */
  run(env: Environment): Promise<(snapshot: Snapshot) => void>
}

const countOrders = async (env: Environment) => (await env.snapshot()).orders.length

/** The names of all orders with their payment, sorted. */
const paymentsOf = ({ orders }: Snapshot) =>
  orders.map(order => `${order.name}: ${order.payment}`).sort()

/** The server is killed between two writes. */
export const rows: Row[] = [
  {
    number: 1,
    fault: 'kill between the provider’s create and our write',
    must: 'the reconciler stores the intent by our reference',
    async run(env) {
      const visitor = env.visitor('Олена')
      await env.sandbox.fault({ ...create, action: 'delay', at: 'after', ms: 8_000 })
      const choosing = visitor.choose(200)
      await env.until('the intent exists', async () => (await env.snapshot()).intents.length === 1)
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
      // Before the payment, and for two reads: the webhook causes one, too.
      await env.sandbox.fault({ ...read, action: 'delay', ms: 8_000, count: 2 })
      await early.pay()
      const sending = early.order()
      const isFaultTaken = async () => (await env.sandbox.faultsToCome()) === 0
      await env.until('the provider is being asked', isFaultTaken)
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
      for (const [index, name] of names.entries()) {
        const before = await countOrders(env)
        const sending = sendPlainForm(env.product.url, name)
        // Kills before the commit, and between commit and answer.
        if (index % 2 === 0) await sleep(index)
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

/** Sends the form as a browser does without the script. Resolves to the redirect, or `lost`. */
async function sendPlainForm(url: string, forWhom: string): Promise<string> {
  const body = new URLSearchParams({ forWhom, purpose: 'За мир', order: '' })
  const options = { method: 'POST', body, redirect: 'manual' } as const
  const answer = await fetch(`${url}/?lang=uk`, options).catch(() => undefined)
  return answer?.headers.get('location') ?? 'lost'
}

/** Runs one row in its own environment, lets everything drain, and checks the promises. */
export async function runRow(row: Row): Promise<void> {
  const env = await startEnvironment()
  try {
    const check = await row.run(env)
    check(await env.drain())
  } finally {
    await env.close()
  }
}
