import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../environment'
import type { Row } from '../row'
import type { Reply } from '../visitor'
import { countOrders, paymentsOf } from './queries'
import { makePaidIntent, sendAndHangUp } from './raw-requests'

const where = 'order POST'
const read = { method: 'GET', path: '/v1/payment_intents/*' } as const

const succeeded = (reply: Reply) => reply !== 'lost' && reply.body.success === true

/** Rows 21 to 31 but the 22nd, which needs a browser, and 64. */
export const orderPostRows: Row[] = [
  {
    number: 21,
    where,
    fault: 'the browser dies between charge and order',
    must: 'the order from the draft, else a ticket',
    async run(env) {
      const drafted = env.visitor('Ганна')
      const silent = env.visitor('Богдан')
      await drafted.choose(200)
      await drafted.sendDraft()
      await silent.choose(300)
      await Promise.all([drafted.pay(), silent.pay()])
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Ганна: paid'])
        assert.deepEqual(
          snapshot.tickets.map(({ amount_kopiykas, card_last4, state }) => ({
            amount_kopiykas,
            card_last4,
            state,
          })),
          [{ amount_kopiykas: 30_000, card_last4: '4242', state: 'open' }],
        )
      }
    },
  },
  {
    number: 23,
    where,
    fault: 'committed, answer lost',
    must: 'the retry gets the stored answer',
    async run(env) {
      const visitor = await env.payer('Олена', 'olena@example.org')
      await sendAndHangUp(env.product.url, visitor.intent(), 'Олена')
      await env.until('the order is stored', async () => (await countOrders(env)) === 1)
      assert.ok(succeeded(await visitor.order()))
      return ({ orders }) => assert.equal(orders.length, 1)
    },
  },
  {
    number: 24,
    where,
    fault: 'twenty at once with one key',
    must: 'one order, and success for all',
    async run(env) {
      const visitor = await env.payer('Іван', 'ivan@example.org')
      const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.order()))
      assert.ok(replies.every(succeeded))
      // One answer for all, but for whether the email has gone out, which may change meanwhile.
      const said = replies.map(reply =>
        JSON.stringify(reply, (name, value) => (name === 'userEmailSent' ? typeof value : value)),
      )
      assert.equal(new Set(said).size, 1)
      return ({ orders }) => assert.equal(orders.length, 1)
    },
  },
  {
    number: 25,
    where,
    fault: 'the same key with another text',
    must: 'the first is kept, the answer is success',
    async run(env) {
      const visitor = await env.payer('Марія')
      await visitor.order()
      assert.ok(succeeded(await visitor.order({ name: 'Хтось інший' })))
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Марія: paid'])
    },
  },
  {
    number: 26,
    where,
    fault: 'the key is an intent that nobody knows',
    must: 'refused, nothing stored, nothing paid',
    async run(env) {
      const reply = await env
        .visitor('Чужий')
        .orderFree({ donationAmount: '500' }, 'pi_3QnobodyKnowsThis00000000')
      assert.equal(reply !== 'lost' && reply.status, 422)
      return ({ orders }) => assert.equal(orders.length, 0)
    },
  },
  {
    number: 27,
    where,
    fault: 'the key is an intent that is not paid',
    must: 'success: false, kept as a draft; the webhook promotes it once paid',
    async run(env) {
      const visitor = env.visitor('Петро')
      await visitor.choose(200)
      const reply = await visitor.order()
      assert.deepEqual(reply !== 'lost' && reply.body, { success: false })
      await visitor.pay()
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Петро: paid'])
    },
  },
  {
    number: 28,
    where,
    fault: 'amount or currency differ from what was paid',
    must: 'stored with the provider’s figure; foreign money counts for nothing',
    async run(env) {
      const visitor = await env.payer('Степан', null, 100)
      assert.ok(succeeded(await visitor.order({ donationAmount: '500' })))
      const dollars = await makePaidIntent(env, { currency: 'usd', 'metadata[app]': 'other' })
      const reply = await env.visitor('Чужий').orderFree({ donationAmount: '100' }, dollars)
      assert.equal(reply !== 'lost' && reply.status, 422)
      return ({ orders }) => {
        assert.equal(orders.length, 1)
        assert.equal(orders[0]?.claimed_kopiykas, 50_000)
        assert.equal(orders[0]?.confirmed_kopiykas, 10_000)
      }
    },
  },
  {
    number: 29,
    where,
    fault: 'a stranger sends the payer’s intent id first',
    must: 'the first writer wins, the payer hears success, nothing of the other is echoed',
    async run(env) {
      const payer = await env.payer('Ганна')
      await env.visitor('Злодій').orderFree({ name: 'Злодій' }, payer.intent())
      const reply = await payer.order()
      assert.ok(succeeded(reply))
      assert.ok(!JSON.stringify(reply).includes('Злодій'))
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Злодій: paid'])
    },
  },
  {
    number: 30,
    where,
    fault: 'the provider is down while we verify',
    must: 'accepted, and settled once it is back',
    async run(env) {
      const visitor = await env.payer('Олена', 'olena@example.org')
      await env.product.sandbox.stop('SIGKILL')
      const reply = await visitor.order()
      assert.ok(succeeded(reply))
      await env.product.sandbox.start()
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Олена: paid'])
    },
  },
  {
    number: 31,
    where,
    fault: 'kill before the commit, and between commit and mail',
    must: 'the retry makes it; the outbox sends the emails once',
    async run(env) {
      const early = env.visitor('Ганна', 'hanna@example.org')
      await early.choose(200)
      // Two readings, and before the payment: its webhook has it read too.
      await env.sandbox.fault({ ...read, action: 'delay', ms: 8_000, count: 2 })
      await early.pay()
      const sending = early.order()
      await env.until('the provider is being asked', () => isMet(env))
      await env.kill()
      assert.equal(await sending, 'lost')
      await env.start()
      await env.sandbox.clear()
      assert.ok(succeeded(await early.order()))

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
    number: 64,
    where,
    fault: 'kill while a form sent without the script is stored, and before its answer',
    must: 'the same form sent again is one order',
    async run(env) {
      const names = Array.from({ length: 4 }, (_, index) => `Без скрипту ${index}`)
      let answered = 0
      for (const name of names) {
        const before = await countOrders(env)
        const sending = sendPlainForm(env.product.url, name)
        // Some are killed before the commit, the others between commit and answer.
        if (names.indexOf(name) % 2 === 0) await pause(names.indexOf(name))
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

/** The fault was taken: a request of the server's is waiting for its answer. */
const isMet = async (env: Environment) => (await env.sandbox.faultsToCome()) === 0
