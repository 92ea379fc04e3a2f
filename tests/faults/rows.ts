import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEnvironment } from './environment'
import { countOrders, paymentsOf, type Row } from './row'
import { isAnswered } from './visitor'

const create = { method: 'POST', path: '/v1/payment_intents' } as const
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const
const minute = 60_000
const day = 24 * 60 * minute

/** The server is killed between two writes, or a clock is wrong. */
export const rows: Row[] = [
  {
    number: 1,
    fault: 'kill between the provider’s create and our write',
    must: 'the reconciler stores the intent',
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

      const late = await env.payer('Богдан', { email: 'bohdan@example.org', uah: 300 })
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
    must: 'the payment is checked after the restart',
    async run(env) {
      await env.sandbox.fault({ ...read, action: 'delay', ms: 5_000, count: null })
      await env.payer('Петро', { drafts: true })
      await env.until('the success was answered 200', async () =>
        (await env.sandbox.deliveries()).some(
          one => one.event_type === 'payment_intent.succeeded' && one.status === 200,
        ),
      )
      await env.kill()
      const { donations } = await env.snapshot()
      assert.deepEqual(
        donations.map(row => row.state),
        ['open'],
      )
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
  {
    number: 5,
    fault: 'our clock is off by six minutes',
    must: 'webhooks are verified by the provider’s, the metrics name ours',
    async run(env) {
      env.advanceServer(6 * minute)
      await env.payer('Марія', { drafts: true })
      await env.until('the success is known', async () =>
        (await env.snapshot()).donations.some(row => row.state === 'succeeded'),
      )
      const deliveries = await env.sandbox.deliveries()
      assert.ok(deliveries.every(({ status }) => status === 200))
      assert.ok((await env.metric('clock_ahead_seconds')) > 120)
      env.advanceServer(2 * minute)
      await env.until('the draft became an order', async () => (await countOrders(env)) === 1)
      env.advanceServer(-8 * minute)
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Марія: paid'])
    },
  },
  {
    number: 6,
    fault: 'the server’s clock is five days ahead for a while',
    must: 'what was put off in that time is done when the clock is right again',
    async run(env) {
      await env.product.server.stop()
      env.advanceServer(5 * day)
      await env.start()
      await env.payer('Ганна', { email: 'hanna@example.org', drafts: true })
      await sleep(1_500)
      await env.product.server.stop()
      env.advanceServer(-5 * day)
      await env.start()
      const after = await env.payer('Богдан', { uah: 300 })
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Ганна: paid'])
        const tickets = snapshot.tickets.map(ticket => ticket.payment_intent_id)
        assert.deepEqual(tickets, [after.intent()])
      }
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
