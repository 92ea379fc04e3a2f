import { expect, test } from 'vitest'
import { runOps } from '../../src/cli/run-ops'
import { dayMs, hourMs, minuteMs } from '../../src/shared/durations'
import { isFull } from '../setup/is-full'
import { apiForEach } from './api-fixture'
import { listDonations } from './read-store'

const api = apiForEach()

const countCalls = async () => {
  const calls = Object.entries(await api.sandbox.requests()).filter(([call]) =>
    call.includes('/:id'),
  )
  return calls.reduce((sum, [, count]) => sum + Number(count), 0)
}

/** The server's checks, four in an hour: more than the calls that an old payment may cost. */
async function passTime(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 15 * minuteMs) {
    api.advance(15 * minuteMs)
    await api.syncDue()
  }
}

/** Calls a second that a thousand intents cost together. */
async function measureThousand(intents: number, ms: number): Promise<number> {
  const before = await countCalls()
  await passTime(ms)
  return (((await countCalls()) - before) / (ms / 1_000)) * (1_000 / intents)
}

const refusals = [
  ['that it cannot be canceled', 400],
  ['that the key may not cancel', 403],
] as const

test.each(isFull ? refusals : refusals.slice(0, 1))(
  'an old payment of which the provider says for ever %s is asked for less and less',
  async (_, status) => {
    const intents = [await api.create(100), await api.create(200), await api.create(300)]
    await api.draft(intents[0] ?? '')
    const path = '/v1/payment_intents/*/cancel'
    await api.sandbox.fault({ action: 'status', status, path, count: null })
    await api.advanceBoth(dayMs)
    expect(await measureThousand(3, 4 * hourMs)).toBeLessThanOrEqual(1)
    api.advance(30 * dayMs)
    expect(await measureThousand(3, 3 * dayMs)).toBeLessThanOrEqual(0.1)
    // It can still be paid, and is then found.
    await api.pay(intents[1] ?? '')
    await passTime(dayMs)
    const states = (await listDonations(api.services)).map(({ state }) => state)
    expect(states.sort()).toEqual(['open', 'open', 'succeeded'])
  },
)

test('the operator is told of old payments that the provider does not cancel', async () => {
  const intent = await api.create(100)
  const variables = { DATA_DIR: api.dataDir, CARD_PROVIDER: 'none' }
  const report = async () => (await runOps(['doctor'], { variables, now: api.services.now })).output
  const told = 'which the provider does not cancel'
  await api.advanceBoth(25 * hourMs)
  expect(await report()).not.toContain(told)
  const fault = { status: 400, path: `/v1/payment_intents/${intent}/cancel` }
  await api.sandbox.fault({ ...fault, action: 'status', count: null })
  await api.syncDue()
  api.advance(2 * hourMs)
  await api.syncDue()
  const found = await report()
  for (const part of [told, intent]) expect(found).toContain(part)
  await api.clearFaults()
  api.advance(dayMs)
  await api.syncDue()
  expect(await report()).not.toContain(told)
})
