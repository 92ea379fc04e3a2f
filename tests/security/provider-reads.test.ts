import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { startApi } from '../integration/start-api'
import { sample } from '../setup/sample'
import { askForIntent, behindProxy, orderFrom } from './visitor'

const attackMs = sample(4_000, 40_000)
const attackers = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
/** All that today's limit per minute lets each of them ask for, at once. */
const intentsEach = 120
const askEachMs = 1_000 / 15
const payers = sample(10, 20)
/** docs.stripe.com/rate-limits: each endpoint, a second. */
const providerLimit = { per_second: 25, in_all: 100 }

test('three attackers use up nothing of the provider that an honest payer needs', async ({
  annotate,
}) => {
  const api = await startApi({ env: behindProxy })
  await api.control('/rate_limit', providerLimit)
  const until = Date.now() + attackMs
  const ask = (clientSecret: string, address: string) =>
    api.post('/api/payment-outcomes', { clientSecret, order: null }, { 'x-forwarded-for': address })

  const attack = async (address: string) => {
    const secrets: string[] = []
    const create = async () => {
      const { body } = await askForIntent(api, address)
      if (body.success) secrets.push(String(body.client_secret))
    }
    const sent: Promise<unknown>[] = Array.from({ length: intentsEach }, create)
    for (let i = 0; Date.now() < until; i++) {
      const secret = secrets[i % secrets.length]
      if (secret) sent.push(ask(secret, address))
      await pause(askEachMs)
    }
    await Promise.all(sent)
  }
  const answers: unknown[] = []
  const payHonestly = async (payer: number) => {
    await pause((payer * attackMs) / payers)
    const address = `203.0.113.${payer}`
    const created = await askForIntent(api, address)
    const secret = String(created.body.client_secret)
    const id = paymentIntentIdOf(secret)
    const before = await ask(secret, address)
    await api.pay(id)
    const after = await ask(secret, address)
    const order = await orderFrom(api, address, id, { donationAmount: '200' })
    answers.push(created.body.success, before.body.outcome, after.body.outcome, order.body.success)
  }
  await Promise.all([
    ...attackers.map(attack),
    ...Array.from({ length: payers }, (_, payer) => payHonestly(payer)),
  ])
  const { body } = await api.control('/requests')
  const reads = Number(body['GET /v1/payment_intents/:id']) / (attackMs / 1_000)
  await annotate(`${answers.length} honest answers, ${reads.toFixed(0)} reads a second`)
  expect(answers).toEqual(Array(payers).fill([true, 'open', 'ordered', true]).flat())
  await api.close()
})

test('a burst of intents above the cap reads none of them, and cancels each once', async ({
  annotate,
}) => {
  const api = await startApi({ env: { LIMIT_FACTOR: '1000' } })
  for (let i = 0; i < 38; i++) await api.create(200)
  const before = (await api.control('/requests')).body
  await Promise.all(Array.from({ length: 40 }, () => api.create(200)))
  const { body } = await api.control('/requests')
  const count = (call: string) => Number(body[call] ?? 0) - Number(before[call] ?? 0)
  await annotate(`${count('GET /v1/payment_intents/:id')} reads for 40 intents`)
  expect(count('POST /v1/payment_intents')).toBe(40)
  expect(count('GET /v1/payment_intents/:id')).toBe(0)
  expect(count('POST /v1/payment_intents/:id/cancel')).toBeGreaterThan(30)
  expect(count('POST /v1/payment_intents/:id/cancel')).toBeLessThanOrEqual(40)
  await api.close()
})
