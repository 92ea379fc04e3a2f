import { describe, expect, test, vi } from 'vitest'
import { readWatermark, type WatermarkName } from '../../src/server/db/watermarks'
import { eraseExpired } from '../../src/server/retention/erase'
import { sample } from '../setup/sample'
import { engines, testOnOne } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { deliver, sign, writeEvent } from './events'
import { listDonations, listEmailKinds, listOrders, listTickets } from './read-store'

describe.each(engines)('the webhook, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine })

  const events = () => api.services.store.db.selectFrom('webhookEvents').selectAll().execute()
  const readMark = (name: WatermarkName) => readWatermark(api.services.store.db, name)

  test('a signed event is stored before the answer, and handled after', async () => {
    const intent = await api.createPaid(200)
    expect((await deliver(api, writeEvent({ intent }))).status).toBe(200)
    expect(await events()).toMatchObject([{ id: 'evt_1', paymentIntentId: intent }])
    expect(await readMark('last-webhook')).not.toBeNull()
    await api.syncDue()
    expect(await events()).toMatchObject([{ runAt: null }])
    expect(await listDonations(api.services)).toMatchObject([
      { state: 'succeeded', receivedKopiykas: 20_000 },
    ])
  })

  onOne('a redundant event costs no read of the provider', async () => {
    const intent = await api.createPaid(200)
    await api.run()
    const read = vi.spyOn(api.provider(), 'readIntent')
    await deliver(api, writeEvent({ intent, id: 'evt_again' }))
    await api.syncDue()
    expect(read).not.toHaveBeenCalled()
    await deliver(
      api,
      writeEvent({ intent, id: 'evt_of_tomorrow', type: 'payment_intent.of_tomorrow' }),
    )
    await api.syncDue()
    expect(read).toHaveBeenCalledOnce()
  })

  test('a backlog is handled in one run, including events without a payment', async () => {
    const logged = vi.spyOn(api.services.log, 'error')
    for (let number = 1; number <= 45; number += 1)
      await deliver(api, writeEvent({ id: `evt_${number}`, livemode: true, intent: 'pi_1' }))
    const declined = 'payment_intent.payment_failed'
    await deliver(api, writeEvent({ id: 'evt_46', livemode: true, intent: 'pi_1', type: declined }))
    expect(await api.syncDue()).toBe(46)
    const runTimes = (await events()).map(({ runAt }) => runAt)
    expect(runTimes).toEqual(Array(46).fill(null))
    expect(logged).not.toHaveBeenCalled()
    expect(await api.syncDue()).toBe(0)
  })

  onOne('is rejected without cards', async () => {
    api.services.provider = null
    expect((await deliver(api, writeEvent({ intent: 'pi_1' }))).status).toBe(404)
  })

  onOne('an event of the other mode is stored, and syncs nothing', async () => {
    const intent = await api.createPaid(200)
    expect((await deliver(api, writeEvent({ intent, livemode: true }))).status).toBe(200)
    expect(await events()).toMatchObject([{ id: 'evt_1', paymentIntentId: null }])
    await api.syncDue()
    expect(await listDonations(api.services)).toMatchObject([{ state: 'open' }])
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
    expect(await events()).toHaveLength(6)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listEmailKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
  })

  onOne(
    'a false event that the payment succeeded changes nothing: the provider is asked',
    async () => {
      const intent = await api.create(200)
      await deliver(api, writeEvent({ intent }))
      await api.syncDue()
      expect(await listDonations(api.services)).toMatchObject([
        { state: 'open', receivedKopiykas: 0 },
      ])
    },
  )

  onOne('an event of another app is accepted and does nothing', async () => {
    await deliver(api, writeEvent({ intent: 'pi_3Qforeign00000000000000' }))
    await api.syncDue()
    expect(await events()).toMatchObject([{ runAt: null }])
    expect(await listTickets(api.services)).toEqual([])
  })

  onOne('an event with an invalid signature is rejected, counted, and stores nothing', async () => {
    const payload = writeEvent({ intent: 'pi_3Qforeign00000000000000' })
    const now = Math.floor(Date.now() / 1000)
    const forged = Object.entries({
      'no signature': null,
      'an empty signature': '',
      nonsense: 'nonsense',
      'another secret': sign(payload, 'whsec_other'),
      'a blank secret': sign(payload, ''),
      'a time ten minutes ago': sign(payload, undefined, now - 600),
      'a time ten minutes ahead': sign(payload, undefined, now + 600),
      'an altered byte': sign(`${payload} `),
    })
    for (const [index, [what, signature]] of forged.entries()) {
      expect((await deliver(api, payload, signature)).status, what).toBe(400)
      expect(await readMark('bad-signatures'), what).toBe(index + 1)
      // One a second is counted.
      api.advance(1_000)
    }
    expect(await events()).toEqual([])
  })

  test('of many forged events one a second is written down', async ({ annotate }) => {
    const intent = await api.create(200)
    const forged = sample(50, 200)
    const startedAt = Date.now()
    const answers = await Promise.all(
      Array.from({ length: forged }, () => deliver(api, writeEvent({ intent }), 'forged')),
    )
    expect(answers.filter(({ status }) => status !== 400)).toEqual([])
    const counted = Number(await readMark('bad-signatures'))
    await annotate(`${forged} forged events: ${counted} written to the store`)
    expect(counted).toBeGreaterThan(0)
    expect(counted).toBeLessThanOrEqual(1 + (Date.now() - startedAt) / 1_000)
  })

  onOne('an event may be of 256 KiB, and no larger', async () => {
    const intent = await api.create(200)
    const evidence = (characters: number) =>
      writeEvent({ intent }).replace(
        '"livemode"',
        `"evidence":"${'я'.repeat(characters)}","livemode"`,
      )
    expect((await deliver(api, evidence(125_000))).status).toBe(200)
    expect(await events()).toHaveLength(1)
    expect((await deliver(api, evidence(135_000))).status).toBe(413)
  })

  onOne('an event of a payment that another account has is not retried for ever', async () => {
    const intent = await api.create(200)
    await api.syncDue()
    await api.failReads(intent, 404, null)
    await deliver(api, writeEvent({ intent, type: 'charge.refunded' }))
    await api.syncDue()
    const [waiting] = await events()
    expect(waiting?.runAt).not.toBeNull()
    const logged = vi.spyOn(api.services.log, 'error')
    api.advance(31 * 86_400_000)
    await api.syncDue()
    expect(await events()).toMatchObject([{ runAt: null }])
    expect(logged).toHaveBeenCalledWith(
      { event: 'evt_1', type: 'charge.refunded' },
      'an event could not be confirmed within 30 days',
    )
    const retention = { retentionDays: 30, mailFolder: api.dataDir }
    await eraseExpired({ ...api.services, provider: null }, retention)
    expect(await events()).toEqual([])
  })

  test('while the provider is down the event stays due', async () => {
    const intent = await api.createPaid(200)
    await api.stopProvider()
    expect((await deliver(api, writeEvent({ intent }))).status).toBe(200)
    await api.syncDue()
    const [event] = await events()
    expect(Number(event?.runAt)).toBeGreaterThan(Date.now())
  })
})
