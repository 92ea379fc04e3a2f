import { describe, expect, test } from 'vitest'
import { findWatermark, type WatermarkName } from '../../src/server/db/watermarks'
import { engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { deliver, sign, writeEvent } from './events'
import { listDonations, listEmailKinds, listOrders } from './read-store'

describe.each(engines)('the webhook, on %s', engine => {
  const api = apiForEach({ engine })

  const isCheckDue = async () => {
    const [donation] = await listDonations(api.services)
    return (donation?.nextCheckAt ?? Infinity) <= api.services.now()
  }
  const countReads = () => api.countRequests('GET /v1/payment_intents/:id')
  const readMark = (name: WatermarkName) => findWatermark(api.services.store.db, name)

  test('a signed event schedules a check before the answer, which follows', async () => {
    const intent = await api.createPaid(200)
    expect((await deliver(api, writeEvent({ intent }))).status).toBe(200)
    // Another click on Pay does not put it off.
    await api.draft(intent)
    expect(await isCheckDue()).toBe(true)
    expect(await readMark('last-webhook')).not.toBeNull()
    await api.syncDue()
    expect(await isCheckDue()).toBe(false)
    expect(await listDonations(api.services)).toMatchObject([
      { state: 'succeeded', receivedKopiykas: 20_000 },
    ])
  })

  test('a redundant event costs no read of the provider', async () => {
    const intent = await api.createPaid(200)
    await api.run()
    const before = await countReads()
    await deliver(api, writeEvent({ intent }))
    await api.syncDue()
    expect(await countReads()).toBe(before)
    await deliver(api, writeEvent({ intent, type: 'payment_intent.of_tomorrow' }))
    await api.syncDue()
    expect(await countReads()).toBe(before + 1)
  })

  test('a backlog is handled in one run', async () => {
    const intents: string[] = []
    for (let number = 1; number <= 25; number += 1) intents.push(await api.createPaid(200))
    for (const intent of [...intents, ...intents]) await deliver(api, writeEvent({ intent }))
    expect(await api.syncDue()).toBe(25)
    const states = (await listDonations(api.services)).map(({ state }) => state)
    expect(states).toEqual(Array(25).fill('succeeded'))
    expect(api.readLog('error')).toEqual([])
    expect(await api.syncDue()).toBe(0)
  })

  test('an order that is placed after the event leaves nothing to check', async () => {
    const intent = await api.createPaid(200)
    await deliver(api, writeEvent({ intent }))
    await api.place(intent)
    expect(await api.syncDue()).toBe(0)
  })

  test('events in any order, replayed, make no second order and send no second email', async () => {
    const intent = await api.createPaid(200)
    const types = ['succeeded', 'payment_failed', 'created'].map(type => `payment_intent.${type}`)
    for (const type of types) await deliver(api, writeEvent({ id: `evt_${type}`, type, intent }))
    await api.syncDue()
    expect(await listDonations(api.services)).toMatchObject([{ state: 'succeeded' }])
    await api.place(intent, { email: 'olha@example.org' })
    for (let replay = 0; replay < 10; replay++)
      await deliver(api, writeEvent({ id: `evt_${replay % 3}`, intent }))
    await Promise.all([api.syncDue(), api.syncDue(), api.syncDue()])
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listEmailKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
  })

  test('is rejected without cards', async () => {
    api.services.provider = null
    expect((await deliver(api, writeEvent({ intent: 'pi_1' }))).status).toBe(404)
  })

  test.each([
    ['of another app', { intent: 'pi_3Qforeign00000000000000' }, 0],
    ['of the other mode', { livemode: true }, 0],
    ['that falsely reports a success', {}, 1],
  ])('an event %s is accepted and changes nothing', async (_, fields, reads) => {
    const intent = await api.create(200)
    expect((await deliver(api, writeEvent({ intent, ...fields }))).status).toBe(200)
    await api.syncDue()
    expect(await countReads()).toBe(reads)
    expect(await listDonations(api.services)).toMatchObject([
      { state: 'open', receivedKopiykas: 0 },
    ])
  })

  test('an event with an invalid signature is rejected, noted, and schedules nothing', async () => {
    const payload = writeEvent({ intent: await api.createPaid(200) })
    const tenMinutesAgo = Math.floor(Date.now() / 1000) - 600
    const forged = Object.entries({
      'no signature': null,
      nonsense: 'nonsense',
      'an empty signature': `t=${Math.floor(Date.now() / 1000)},v1=`,
      'another secret': sign(payload, 'whsec_other'),
      'a blank secret': sign(payload, ''),
      'a time ten minutes ago': sign(payload, undefined, tenMinutesAgo),
      'an altered byte': sign(`${payload} `),
    })
    let noted = 0
    let now = api.services.now()
    api.services.now = () => now
    for (const [what, signature] of forged) {
      expect((await deliver(api, payload, signature)).status, what).toBe(400)
      const at = (await readMark('bad-signature')) ?? 0
      expect(at, what).toBeGreaterThan(noted)
      // At most one a second is written down.
      await deliver(api, payload, signature)
      expect(await readMark('bad-signature'), what).toBe(at)
      noted = at
      now += 2_000
    }
    expect(await isCheckDue()).toBe(false)
    expect(await readMark('last-webhook')).toBeNull()
  })

  test('a signed event of a shape that we do not know is no invalid signature', async () => {
    for (const event of [{}, { data: {} }, { data: { object: { object: 'of tomorrow' } } }]) {
      const payload = JSON.stringify({ id: 'evt_1', type: 'v2.of_tomorrow', ...event })
      expect((await deliver(api, payload)).status).toBe(200)
    }
    expect(await readMark('bad-signature')).toBeNull()
    expect(await readMark('last-webhook')).not.toBeNull()
  })

  test('an event may be of 256 KiB, and no larger', async () => {
    const intent = await api.create(200)
    const evidence = (characters: number) =>
      writeEvent({ intent }).replace(
        '"livemode"',
        `"evidence":"${'я'.repeat(characters)}","livemode"`,
      )
    expect((await deliver(api, evidence(125_000))).status).toBe(200)
    expect(await isCheckDue()).toBe(true)
    expect((await deliver(api, evidence(135_000))).status).toBe(413)
  })
})
