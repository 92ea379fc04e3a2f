import { beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../../src/server/db/schema'
import { hasDigestTime } from '../../../src/server/orders/notify-temple'
import { renewLinks } from '../../../src/server/orders/renew-links'
import { forgetPerson } from '../../../src/server/retention/erase'
import { dayMs, hourMs, minuteMs } from '../../../src/shared/durations'
import { createCrashInjector } from '../../faults/random/crash-injector'
import { engines, testOnOne } from '../../setup/test-store'
import { paid } from '../build-order'
import { openTemple, type Temple } from './open-temple'

describe.each(engines)('what the temple is told, store on %s', engine => {
  const onOne = testOnOne(engine)
  let temple: Temple

  beforeEach(async () => {
    temple = await openTemple(engine, {
      digest: { after: 2, times: ['07:00'], timeZone: 'Europe/Kyiv' },
    })
    // Noon in Kyiv; the next summary is due at 07:00.
    temple.clock.now = Date.UTC(2026, 10, 20, 10)
  })

  const put: Temple['putOrders'] = (number, columns) => temple.putOrders(number, columns)
  const kinds = async () => {
    const emails = temple.store.db.selectFrom('emails').select('kind').orderBy('createdAt')
    return (await emails.execute()).map(({ kind }) => kind)
  }
  const summaries = async () =>
    temple.store.db
      .selectFrom('emails')
      .selectAll()
      .where('kind', '=', 'temple-summary')
      .orderBy('createdAt')
      .execute()
  const subjects = async () => (await summaries()).map(({ subject }) => subject)
  const orders = () => temple.store.db.selectFrom('orders').selectAll().orderBy('id').execute()
  const light = (order: Order | undefined) =>
    temple.store.db
      .updateTable('orders')
      .set({ fulfilment: 'lit', litAt: temple.clock.now })
      .where('id', '=', order?.id ?? '')
      .execute()

  /** Goes on by days, as the loop of notices does by seconds. */
  async function pass(days: number): Promise<void> {
    for (let hours = 0; hours < days * 24; hours += 1) {
      temple.clock.now += hourMs
      await temple.notifyTemple()
    }
  }

  /** Every order is first told of by exactly one email. */
  async function expectEachOnce(): Promise<void> {
    const emails = await temple.store.db.selectFrom('emails').selectAll().execute()
    const told = await orders()
    for (const { id, code, noticeId } of told) {
      const notices = emails.filter(({ subjectId }) => subjectId === noticeId)
      expect(notices, code).toHaveLength(1)
      const [notice] = notices
      expect(notice?.kind === 'temple-notice').toBe(noticeId === id)
    }
  }

  it('the first orders get an email each at once, what is beyond one summary in the morning', async () => {
    await put(5)
    await temple.notifyTemple()
    await temple.notifyTemple()
    expect(await kinds()).toEqual(['temple-notice', 'temple-notice'])
    temple.clock.now = Date.UTC(2026, 10, 21, 4, 59)
    await temple.notifyTemple()
    expect(await kinds()).toHaveLength(2)
    temple.clock.now += minuteMs
    await Promise.all([temple.notifyTemple(), temple.notifyTemple(), temple.notifyTemple()])
    expect(await kinds()).toEqual(['temple-notice', 'temple-notice', 'temple-summary'])
    await expectEachOnce()
  })

  it('several processes write no more single emails than one', async () => {
    await put(8)
    await Promise.all([1, 2, 3, 4].map(() => temple.notifyTemple()))
    expect(await kinds()).toEqual(['temple-notice', 'temple-notice'])
  })

  it('donations have an allowance of their own, and beyond it wait an hour at most', async () => {
    await put(8)
    await put(4, { ...paid, name: 'Ольга' })
    await temple.notifyTemple()
    expect(await kinds()).toEqual(Array(4).fill('temple-notice'))
    temple.clock.now += hourMs
    await temple.notifyTemple()
    // What waits without a donation is told with them.
    expect(await subjects()).toEqual([
      '★ 12 candles wait, 4 with a donation (20 November 2026)'.replace('12 ', '12\u00a0'),
    ])
    await pass(1)
    expect(await summaries()).toHaveLength(1)
    await expectEachOnce()
  })

  onOne('a summary has no visitor’s word, and says how much waits for how long', async () => {
    await put(3, { name: 'Іван', purpose: 'мир' })
    await temple.notifyTemple()
    temple.clock.now += 2 * dayMs
    await put(3, { ...paid, name: 'Ольга', purpose: 'мир' })
    await pass(1)
    const [summary] = (await summaries()).slice(-1)
    expect(summary?.subject).toContain('6\u00a0candles wait, 3 with a donation, 3 since before')
    const bytes = summary ? summary.htmlBody.length + summary.textBody.length : Infinity
    expect(bytes).toBeLessThan(6_000)
    for (const text of [summary?.htmlBody, summary?.textBody, summary?.subject])
      expect(text).not.toMatch(/Іван|Ольга|мир|donor-|CAND/)
    expect(summary?.textBody).toContain('promised a photo')
    expect(summary?.urgent).toBe(true)
  })

  it('orders from before the clock was set back do not wait until it has caught up', async () => {
    temple.clock.now += 5 * hourMs
    await put(3, paid)
    await put(3)
    await temple.notifyTemple()
    expect(await kinds()).toHaveLength(4)
    temple.clock.now -= 5 * hourMs
    await temple.notifyTemple()
    expect((await kinds()).sort()).toEqual([...Array(4).fill('temple-notice'), 'temple-summary'])
    await expectEachOnce()
  })

  onOne('a clock that was a year ahead for a while leaves each order its own notice', async () => {
    temple.clock.now += 365 * dayMs
    await put(2)
    await temple.notifyTemple()
    temple.clock.now -= 365 * dayMs
    await put(2)
    await temple.notifyTemple()
    expect(await kinds()).toEqual(Array(4).fill('temple-notice'))
  })

  it('each order is first told of once, at whichever call to the store the process dies', async () => {
    const { store } = temple
    const { db } = store
    for (let calls = 0, hasDied = true; hasDied; calls += 1) {
      await put(3)
      await put(1, paid)
      temple.clock.now += dayMs
      const crash = createCrashInjector()
      crash.arm(calls)
      store.db = crash.guardStore(db)
      await temple.notifyTemple().catch(() => undefined)
      store.db = db
      hasDied = crash.hasCrashed()
      await temple.notifyTemple()
      await expectEachOnce()
    }
    expect(await kinds()).toContain('temple-summary')
  })

  it('nothing new is no summary, until something has waited for two days', async () => {
    await put(2)
    await put(1, paid)
    await temple.notifyTemple()
    await pass(1.75)
    expect(await summaries()).toEqual([])
    // At 07:00 after two days, whatever was submitted meanwhile.
    await light((await orders())[0])
    await pass(1.25)
    expect(await subjects()).toEqual([
      expect.stringContaining('2\u00a0candles wait, 1 with a donation, 2 since before yesterday'),
    ])
    await expectEachOnce()
  })

  onOne('a donation is counted again each week, another order only once', async () => {
    await put(2)
    await put(1, paid)
    await temple.notifyTemple()
    await pass(30)
    // After two days, then weekly, at 07:00.
    const days = (await summaries()).map(({ createdAt }) =>
      Math.round((createdAt - Date.UTC(2026, 10, 20, 10)) / dayMs),
    )
    expect(days).toEqual([3, 10, 17, 24])
    const [free, , donation] = await orders()
    expect([free?.remindAt, donation?.remindAt]).toEqual([null, expect.any(Number)])
    await light(donation)
    await pass(10)
    expect(await summaries()).toHaveLength(4)
  })

  it('what was lit or dismissed before it was told of is in no summary', async () => {
    await put(5)
    await temple.notifyTemple()
    for (const order of await orders()) await light(order)
    await pass(4)
    expect(await summaries()).toEqual([])
    await put(1)
    await temple.notifyTemple()
    expect(await kinds()).toEqual(Array(3).fill('temple-notice'))
  })

  onOne('an order that is unlit later waits as before', async () => {
    await put(1, paid)
    await temple.notifyTemple()
    await light((await orders())[0])
    await pass(4)
    expect(await summaries()).toEqual([])
    await temple.store.db.updateTable('orders').set({ fulfilment: 'waiting' }).execute()
    await pass(1)
    expect(await subjects()).toEqual([expect.stringContaining('1\u00a0candle waits')])
  })

  it('links that were ended come anew at once, with all that waits', async () => {
    await put(3)
    await temple.notifyTemple()
    expect(await renewLinks(temple.services)).toBe(3)
    await temple.notifyTemple()
    const [{ textBody, subject } = { textBody: '', subject: '' }, ...others] = await summaries()
    expect(others).toEqual([])
    expect(subject).toContain('3\u00a0candles wait')
    expect(textBody).toContain('earlier emails no longer work')
    await expectEachOnce()
    for (const order of await orders()) await light(order)
    expect(await renewLinks(temple.services)).toBe(0)
    expect(await summaries()).toHaveLength(1)
  })

  it('of a summary that was not sent yet one order is forgotten, and the others wait', async () => {
    await put(4)
    await put(1, { name: 'Секрет', email: 'secret@example.org' })
    await temple.notifyTemple()
    await pass(1)
    await forgetPerson(temple.store, 'secret@example.org', '/nowhere', () => temple.clock.now)
    const emails = await temple.store.db.selectFrom('emails').selectAll().execute()
    expect(JSON.stringify([emails, await orders()])).not.toMatch(/Секрет|secret@/)
    expect(await summaries()).toMatchObject([{ state: 'waiting' }])
    await expectEachOnce()
  })
})

describe('the time of the summary', () => {
  const rules = { times: ['07:00', '16:00'], timeZone: 'Europe/Kyiv' }

  it.each([
    ['in the morning', '2026-11-20T03:00Z', '2026-11-20T05:00Z'],
    ['in the afternoon', '2026-11-20T05:00Z', '2026-11-20T14:00Z'],
    ['after the evening', '2026-11-20T20:00Z', '2026-11-21T05:00Z'],
    ['in summer', '2026-07-20T20:00Z', '2026-07-21T04:00Z'],
    ['over the night when clocks go forward', '2026-03-28T20:00Z', '2026-03-29T04:00Z'],
    ['over the night when clocks go back', '2026-10-24T20:00Z', '2026-10-25T05:00Z'],
  ])('%s comes on the temple’s clock, and not a minute before', (_, since, due) => {
    expect(hasDigestTime(Date.parse(since), Date.parse(due) - minuteMs, rules)).toBe(false)
    expect(hasDigestTime(Date.parse(since), Date.parse(due), rules)).toBe(true)
  })

  it('is due after any pause of a day', () => {
    const since = Date.UTC(2026, 10, 20, 20)
    expect(hasDigestTime(since, since + 30 * hourMs, rules)).toBe(true)
  })
})
