import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { openApi } from '../integration/api-fixture'
import { askForIntent, behindProxy, orderFrom } from '../security/visitor'

const attackMs = 10_000
const attackers = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
/** What today's limits per minute let each of them ask for, evenly: 600 outcomes, 300 paid orders. */
const askEachMs = 1_000 / 15
const intentsEach = 20
const payers = 15
/** docs.stripe.com/rate-limits: each endpoint, a second. */
const providerLimit = { per_second: 25, in_all: 100 }

test('three attackers use up no read that an honest payer needs', async ({ annotate }) => {
  const api = await openApi({ env: behindProxy })
  const create = async (address: string) => {
    const { status, body } = await askForIntent(api, address)
    expect(body, `an intent was answered ${status}`).toMatchObject({ success: true })
    return String(body.client_secret)
  }
  const ask = async (clientSecret: string, address: string) =>
    api.post('/api/payment-outcomes', { clientSecret }, { 'x-forwarded-for': address })
  const secrets = new Map<string, string[]>()
  for (const address of attackers) {
    const own: string[] = []
    for (let i = 0; i < intentsEach; i++) own.push(await create(address))
    secrets.set(address, own)
  }
  await api.sandbox.limitRate(providerLimit)
  const until = Date.now() + attackMs

  const attack = async (address: string, own: string[]) => {
    const asked: Promise<unknown>[] = []
    for (let i = 0; Date.now() < until; i++) {
      asked.push(ask(own[i % own.length] ?? '', address))
      await pause(askEachMs)
    }
    await Promise.all(asked)
  }
  let unknown = 0
  let answers = 0
  const payHonestly = async (payer: number) => {
    await pause((payer * attackMs) / payers)
    const address = `203.0.113.${payer}`
    const secret = await create(address)
    const id = paymentIntentIdOf(secret)
    const before = await ask(secret, address)
    await api.pay(id)
    const after = await ask(secret, address)
    const order = await orderFrom(api, address, id, { donationAmount: '200' })
    answers += 3
    if (before.body.outcome !== 'open') unknown++
    if (after.body.outcome !== 'succeeded') unknown++
    if (order.body.success !== true) unknown++
  }
  await Promise.all([
    ...[...secrets].map(([address, own]) => attack(address, own)),
    ...Array.from({ length: payers }, (_, payer) => payHonestly(payer)),
  ])
  const read = await api.countRequests('GET /v1/payment_intents/:id')
  const reads = read / (attackMs / 1_000)
  await annotate(
    `${unknown} of ${answers} honest answers unknown, ${reads.toFixed(0)} reads a second`,
  )
  expect(unknown).toBe(0)
})

test('a burst of intents above the cap reads none of them, and cancels each once', async ({
  annotate,
}) => {
  const api = await openApi({ env: { LIMIT_FACTOR: '1000' } })
  await api.stayInOneDay()
  for (let i = 0; i < 60; i++) await api.create(200)
  api.advance(11 * 60_000)
  const before = await api.sandbox.requests()
  // Twenty of one network are in flight at most.
  for (let burst = 0; burst < 2; burst++)
    await Promise.all(Array.from({ length: 20 }, () => api.create(200)))
  const after = await api.sandbox.requests()
  const count = (call: string) => (after[call] ?? 0) - (before[call] ?? 0)
  await annotate(`${count('GET /v1/payment_intents/:id')} reads for 40 intents`)
  expect(count('POST /v1/payment_intents')).toBe(40)
  expect(count('GET /v1/payment_intents/:id')).toBe(0)
  expect(count('POST /v1/payment_intents/:id/cancel')).toBeGreaterThan(20)
  expect(count('POST /v1/payment_intents/:id/cancel')).toBeLessThanOrEqual(60)
})
