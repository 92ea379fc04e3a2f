import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readHealth } from '../../src/server/health/read-health'
import { type ProofChallenge, ProofWantedSchema } from '../../src/shared/proof-of-work'
import { buildOrder } from '../integration/build-order'
import { listDonations, listOrders } from '../integration/read-store'
import { startApi, type TestApi } from '../integration/start-api'
import { engines } from '../set-up/test-store'
import { askForIntent, behindProxy, decline, mintFrom } from './visitor'

const minute = 60_000
const tester = '198.51.100.66'
const visitor = '203.0.113.7'

describe.each(engines)('somebody who tests cards, on %s', engine => {
  let api: TestApi
  beforeEach(async () => {
    api = await startApi({ engine, env: behindProxy })
  })
  afterEach(() => api.close())

  const states = async () => (await listDonations(api.services)).map(row => row.state).sort()

  test('loses the intent after five declined cards, and waits an hour for another', async () => {
    const intent = await mintFrom(api, tester)
    for (let card = 0; card < 4; card++) await decline(api, intent)
    expect(await states()).toEqual(['open'])
    expect((await askForIntent(api, tester)).status).toBe(200)
    await decline(api, intent)
    expect(await states()).not.toContain('open')
    expect((await askForIntent(api, tester)).status).toBe(429)
    expect((await askForIntent(api, visitor)).status).toBe(200)
    api.advance(61 * minute)
    expect((await askForIntent(api, tester)).status).toBe(200)
  })

  test('cannot spread the tries over many intents, nor use those made before', async () => {
    const intents = []
    for (let i = 0; i < 8; i++) intents.push(await mintFrom(api, tester))
    for (const intent of intents.slice(0, 5)) await decline(api, intent)
    expect((await askForIntent(api, tester)).status).toBe(429)
    expect(await states()).toEqual(Array(8).fill('canceled'))
  })

  test('counts once, however often the news is delivered', async () => {
    const intent = await mintFrom(api, tester)
    for (let replay = 0; replay < 9; replay++) await decline(api, intent, 'evt_same')
    expect(await listDonations(api.services)).toMatchObject([{ state: 'open', failures: 1 }])
  })

  test('is not confused with a parish behind one address, where most cards are good', async () => {
    for (let giver = 0; giver < 6; giver++) {
      const intent = await mintFrom(api, visitor)
      await api.pay(intent)
      await api.post('/api/candle-orders', buildOrder({ donationAmount: '200' }), {
        'idempotency-key': intent,
      })
    }
    for (let unlucky = 0; unlucky < 5; unlucky++) await decline(api, await mintFrom(api, visitor))
    expect((await askForIntent(api, visitor)).status).toBe(200)
    expect(await listOrders(api.services)).toHaveLength(6)
  })

  test('does not take away what a neighbour is paying at this moment', async () => {
    const paying = await mintFrom(api, tester)
    await api.put(`/api/order-drafts/${paying}`, buildOrder({ donationAmount: '200' }))
    for (let card = 0; card < 5; card++) await decline(api, await mintFrom(api, tester))
    await api.pay(paying)
    const order = buildOrder({ donationAmount: '200' })
    const answer = await api.post('/api/candle-orders', order, { 'idempotency-key': paying })
    expect(answer.body).toMatchObject({ success: true })
  })
})

describe.each(engines)('an attack from everywhere, on %s', engine => {
  let api: TestApi
  beforeEach(async () => {
    // A fifth of the real numbers: six declined cards are an attack.
    api = await startApi({ engine, env: { ...behindProxy, LIMIT_FACTOR: '0.2' } })
  })
  afterEach(() => api.close())

  const attack = async () => {
    for (let card = 0; card < 6; card++)
      await decline(api, await mintFrom(api, `198.51.100.${card}`))
    api.advance(6_000)
  }
  const readChallenge = async () => {
    const answer = await askForIntent(api, visitor)
    expect(answer.status).toBe(429)
    return v.parse(ProofWantedSchema, answer.body).challenge
  }
  const solve = async (challenge: ProofChallenge) => {
    const solution = await solveChallenge({ challenge, deriveKey })
    return write({ challenge, solution })
  }
  const write = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64')
  const ask = (header: string) => askForIntent(api, visitor, { 'proof-of-work': header })

  test('makes browsers prove some work, once for each intent', async () => {
    await attack()
    const header = await solve(await readChallenge())
    expect((await ask(header)).body).toMatchObject({ success: true })
    expect((await ask(header)).status).toBe(429)
  })

  test('is over ten minutes after its last sign', async () => {
    await attack()
    await readChallenge()
    api.advance(21 * minute)
    expect((await askForIntent(api, visitor)).status).toBe(200)
  })

  test('cannot be proven away by other means', async () => {
    await attack()
    const challenge = await readChallenge()
    const easier = { ...challenge.parameters, cost: 1, keyPrefix: '00' }
    const headers = [
      'nonsense',
      'x'.repeat(5_000),
      write(null),
      write({ challenge, solution: { counter: 1, derivedKey: '00' } }),
      await solve({ ...challenge, parameters: easier }),
    ]
    for (const header of headers) expect((await ask(header)).status).toBe(429)
  })

  test('leaves a narrow door to browsers that cannot prove anything', async () => {
    await attack()
    const statuses = []
    for (let i = 0; i < 22; i++) statuses.push((await ask('unable')).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(20)
  })

  test('does not touch orders without a donation', async () => {
    await attack()
    const answer = await api.post('/api/candle-orders', buildOrder())
    expect(answer.body).toMatchObject({ success: true })
  })

  test('is not seen by a breaker that is broken: visitors go on', async () => {
    await attack()
    await sql`drop table payment_failures`.execute(api.services.store.db)
    expect((await askForIntent(api, visitor)).status).toBe(200)
    expect(await readHealth(api.services)).toMatchObject({ ready: true })
  })
})
