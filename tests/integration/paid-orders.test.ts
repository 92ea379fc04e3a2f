import { mkdir, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { notifyTemple } from '../../src/server/orders/notify-temple'
import type { Services } from '../../src/server/services'
import { hourMs, minuteMs } from '../../src/shared/durations'
import { bothEngines, engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { listDonations, listDrafts, listOrders } from './read-store'

const olha = { name: 'Ольга', email: 'olha@example.org' }

describe.each(engines)('a paid order, on %s', engine => {
  const api = apiForEach({ engine })

  test('sent again says whether its email has gone out by now', async () => {
    // Another's order is not the one that is sent again.
    await api.order()
    const intent = await api.createPaid(200)
    const isSent = async () => {
      const { body } = await api.place(intent, olha)
      return body.emailNotifications
    }
    // A file in place of the mail folder.
    const { folder } = api.config.mail
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, '')
    expect(await isSent()).toEqual({ userEmailSent: false })
    api.advance(2 * minuteMs)
    expect(await isSent()).toEqual({ userEmailSent: false })
    await rm(folder)
    await mkdir(folder)
    await api.services.outbox.runOnce()
    expect(await isSent()).toEqual({ userEmailSent: true })
  })

  // A write would make stale what another check is reading.
  test('asked about again is neither written nor checked again', async () => {
    const intent = await api.createPaid(200)
    await api.place(intent, olha)
    const donations = await listDonations(api.services)
    expect(donations).toMatchObject([{ state: 'succeeded', nextCheckAt: null }])
    await api.outcome(intent)
    expect(await listDonations(api.services)).toEqual(donations)
  })

  test('keeps what lacks names or is too long, and flags it', async () => {
    const intent = await api.createPaid(200)
    const { body } = await api.place(intent, { name: '', purpose: 'я'.repeat(3000) })
    expect(body.success).toBe(true)
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({ payment: 'paid', needsDetails: true, shortened: true })
    expect(stored?.purpose).toHaveLength(1000)
  })

  test('made from a draft is cut and flagged in the same way', async () => {
    const intent = await api.create(200)
    const [start, rest] = ['🕯'.repeat(500), 'за здоров’я '.repeat(500)]
    await api.draft(intent, { name: 'Марія', purpose: `${start}\n\n${rest}` })
    const [draft] = await listDrafts(api.services)
    expect(draft?.draft?.length).toBeLessThan(2_000)
    // The device and the page it came from are stored nowhere.
    expect(draft?.draft).not.toMatch(/userAgent|referrer|ipAddress|browserLanguage/)
    await api.pay(intent)
    await api.run()
    api.advance(minuteMs + 1)
    await api.syncDue()
    const [order] = await listOrders(api.services)
    expect(order).toMatchObject({ purpose: start, shortened: true, channel: 'page' })
  })

  test('that claims more than was paid is stored with both figures', async () => {
    const intent = await api.createPaid(100)
    for (const _ of [1, 2]) await api.place(intent, { donationAmount: '500' })
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({ claimedKopiykas: 50_000, confirmedKopiykas: 10_000 })
  })

  test('two equal payments of one person within ten minutes are both kept, the second flagged', async () => {
    // The same name with two apostrophes.
    for (const name of ["Дем'ян", 'Дем’ян'])
      await api.place(await api.createPaid(200), { name, email: olha.email })
    await api.order({ name: 'Дем’ян', email: olha.email })
    expect(await listFlags(api.services)).toEqual(['none', 'paid', 'paid double'])
  })

  test.each([1, 2])(
    'of two equal payments one is flagged even if payment %i is verified after the temple was told of the other',
    async later => {
      for (const place of [1, 2]) {
        const intent = await api.createPaid(200)
        if (place === later) await api.failReads(intent, 500, 3)
        await api.place(intent)
      }
      await notifyTemple(api.services)
      api.advance(minuteMs)
      await api.syncDue()
      expect(await listFlags(api.services)).toEqual(['paid', 'paid double'])
    },
  )

  test('two equal payments that a summary counts are flagged, too', async () => {
    api.services.emailSettings.digest.after = 0
    for (const _ of [1, 2]) await api.place(await api.createPaid(200))
    api.advance(hourMs)
    await notifyTemple(api.services)
    const flags = (await listOrders(api.services)).map(order => order.possibleDouble)
    expect(flags.toSorted()).toEqual([false, true])
  })

  test('of which one is for the living and one for the departed are no double', async () => {
    for (const purpose of ['За здоров’я', 'За упокій'])
      await api.place(await api.createPaid(200), { ...olha, purpose })
    expect(await listFlags(api.services)).toEqual(['paid', 'paid'])
  })

  test('without words and without an address are no double', async () => {
    for (const _ of [1, 2]) await api.createPaid(200)
    await api.run()
    api.advance(11 * minuteMs)
    await api.syncDue()
    expect(await listFlags(api.services)).toEqual(['paid', 'paid'])
  })

  test('whose refund fails is not taken for the double of a much later one', async () => {
    const first = await api.createPaid(200)
    await api.place(first, olha)
    const refund = await api.sandbox.refund(first)
    await api.run()
    api.advance(30 * minuteMs)
    await api.place(await api.createPaid(200), olha)
    await api.sandbox.settleRefund(refund, 'failed')
    await api.run()
    expect(await listFlags(api.services)).toEqual(['paid', 'paid'])
  })
})

describe.each(bothEngines)('two payments of one person at the same moment, on %s', engine => {
  const api = apiForEach({ engine })

  test('confirmed after the temple was told of both: one is flagged', async () => {
    const intents = [await api.createPaid(200), await api.createPaid(300)]
    for (const intent of intents) {
      await api.failReads(intent, 500, null)
      await api.place(intent, olha)
    }
    api.advance(11 * minuteMs)
    await api.syncDue()
    expect(await listFlags(api.services)).toEqual(['claimed', 'claimed'])
    await api.clearFaults()
    if (engine === 'postgres') await api.setCommitTime(150)
    await Promise.all(intents.map(intent => api.outcome(intent)))
    expect(await listFlags(api.services)).toEqual(['paid', 'paid double'])
  })

  test('one is flagged', async () => {
    const intents = [await api.createPaid(200), await api.createPaid(300)]
    await Promise.all(intents.map(intent => api.place(intent, olha)))
    expect(await listFlags(api.services)).toEqual(['paid', 'paid double'])
  })
})

/** The payment of each order, and whether the temple is told that it may be a double. */
async function listFlags(services: Services): Promise<string[]> {
  await notifyTemple(services)
  const { db } = services.store
  const marked = db.selectFrom('emails').select('id').where('textBody', 'like', '%повтор%')
  const orders = await listOrders(services)
  const doubles = orders.filter(order => order.possibleDouble)
  expect(await marked.execute()).toHaveLength(doubles.length)
  return orders.map(order => order.payment + (order.possibleDouble ? ' double' : '')).sort()
}
