import { beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../../src/server/db/schema'
import { inTransaction, type Store } from '../../../src/server/db/store'
import { createClockFollower } from '../../../src/server/follow-clock'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import { forgetPerson } from '../../../src/server/retention/erase'
import type { TempleServices } from '../../../src/server/services'
import { dayMs, hourMs, minuteMs } from '../../../src/shared/durations'
import { createCrashInjector } from '../../faults/random/crash-injector'
import { createMovedClock } from '../../setup/moved-clock'
import { engines, openTestStore } from '../../setup/test-store'
import { paid } from '../build-order'
import { putOrder } from '../put-order'
import { buildEmailSettings, quietLog } from './mail-config'

let store: Store
const clock = { now: 0 }
let count = 0

/** Stores so many orders that wait for their notice, each of another donor and network. */
const put = (number: number, columns: Partial<Order> = {}) =>
  inTransaction(store, async trx => {
    for (let i = 0; i < number; i += 1) {
      count += 1
      await putOrder(trx, {
        id: `order-${count}`,
        code: `CAND-${String(count).padStart(4, '0')}`,
        email: `donor-${count}@example.org`,
        addressHash: `hash-${count}`,
        noticeDueAt: clock.now,
        createdAt: clock.now,
        ...columns,
      })
    }
  })

describe.each(engines)('what the temple is told, store on %s', engine => {
  let services: TempleServices
  let followClock: () => Promise<void>

  beforeEach(async () => {
    const digest = { after: 2, times: ['07:00'], timeZone: 'Europe/Kyiv' }
    // Noon in Kyiv; the next summary is due at 07:00.
    clock.now = Date.UTC(2026, 10, 20, 10)
    count = 0
    store = (await openTestStore(engine)).store
    const now = () => clock.now
    services = { store, emailSettings: buildEmailSettings({ templeLanguage: 'en', digest }), now }
    const moved = { clock: createMovedClock(now), store, provider: null, log: quietLog }
    followClock = createClockFollower(moved)
    await followClock()
  })

  /** What the server's loops do every second. */
  async function notify(): Promise<void> {
    await followClock()
    await notifyTemple(services)
  }
  const notifyAtOnce = () => Promise.all([notify(), notify(), notify(), notify()])
  const kinds = async () => {
    const emails = store.db.selectFrom('emails').select('kind').orderBy('createdAt')
    return (await emails.execute()).map(({ kind }) => kind)
  }
  const summaries = async () =>
    store.db
      .selectFrom('emails')
      .selectAll()
      .where('kind', '=', 'temple-summary')
      .orderBy('createdAt')
      .execute()
  const subjects = async () => (await summaries()).map(({ subject }) => subject)
  const orders = () => store.db.selectFrom('orders').selectAll().orderBy('id').execute()
  const light = (order: Order | undefined) =>
    store.db
      .updateTable('orders')
      .set({ fulfilment: 'lit', litAt: clock.now })
      .where('id', '=', order?.id ?? '')
      .execute()

  /** Goes on by days, as the loop of notices does by seconds. */
  async function pass(days: number): Promise<void> {
    for (let hours = 0; hours < days * 24; hours += 1) {
      clock.now += hourMs
      await notify()
    }
  }

  /** Every order is first told of by exactly one email. */
  async function expectEachOnce(): Promise<void> {
    const emails = await store.db.selectFrom('emails').selectAll().execute()
    const told = await orders()
    for (const { id, code, noticeId } of told) {
      const notices = emails.filter(({ subjectId }) => subjectId === noticeId)
      expect(notices, code).toHaveLength(1)
      const [notice] = notices
      expect(notice?.kind === 'temple-notice').toBe(noticeId === id)
    }
  }

  it('the first orders get an email each at once, what is beyond one summary in the morning, however many processes run', async () => {
    await put(5)
    await notifyAtOnce()
    expect(await kinds()).toEqual(['temple-notice', 'temple-notice'])
    clock.now = Date.UTC(2026, 10, 21, 4, 59)
    await notify()
    expect(await kinds()).toHaveLength(2)
    clock.now += minuteMs
    await notifyAtOnce()
    expect(await kinds()).toEqual(['temple-notice', 'temple-notice', 'temple-summary'])
    await expectEachOnce()
  })

  it('donations have an allowance of their own, and beyond it wait an hour at most', async () => {
    await put(8)
    await put(4, { ...paid, name: 'Ольга' })
    await notify()
    expect(await kinds()).toEqual(Array(4).fill('temple-notice'))
    clock.now += hourMs
    await notify()
    // What waits without a donation is told with them.
    expect(await subjects()).toEqual([
      '★ 12 candles wait, 4 with a donation (20 November 2026)'.replace('12 ', '12\u00a0'),
    ])
    await pass(1)
    expect(await summaries()).toHaveLength(1)
    await expectEachOnce()
  })

  it('orders from before the clock was set back do not wait until it has caught up', async () => {
    clock.now += 5 * hourMs
    await put(3, paid)
    await put(3)
    await notify()
    expect(await kinds()).toHaveLength(4)
    clock.now -= 5 * hourMs
    await notify()
    expect((await kinds()).sort()).toEqual([...Array(4).fill('temple-notice'), 'temple-summary'])
    await expectEachOnce()
  })

  it('a clock that was a year ahead for a while leaves each order its own notice', async () => {
    clock.now += 365 * dayMs
    await put(2)
    await notify()
    clock.now -= 365 * dayMs
    await put(2)
    await notify()
    expect(await kinds()).toEqual(Array(4).fill('temple-notice'))
  })

  it('each order is first told of once, at whichever call to the store the process dies', async () => {
    const { db } = store
    for (let calls = 0, hasDied = true; hasDied; calls += 1) {
      await put(3)
      await put(1, paid)
      clock.now += dayMs
      const crash = createCrashInjector()
      crash.arm(calls)
      store.db = crash.guardStore(db)
      await notify().catch(() => undefined)
      store.db = db
      hasDied = crash.hasCrashed()
      await notify()
      await expectEachOnce()
    }
    expect(await kinds()).toContain('temple-summary')
  })

  it('nothing new is no summary, until something has waited for two days', async () => {
    await put(2)
    await put(1, paid)
    await notify()
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

  it('a donation is counted again each week, another order only once', async () => {
    await put(2)
    await put(1, paid)
    await notify()
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
    await notify()
    for (const order of await orders()) await light(order)
    await pass(4)
    expect(await summaries()).toEqual([])
    await put(1)
    await notify()
    expect(await kinds()).toEqual(Array(3).fill('temple-notice'))
  })

  it('an order that is unlit later waits as before', async () => {
    await put(1, paid)
    await notify()
    await light((await orders())[0])
    await pass(4)
    expect(await summaries()).toEqual([])
    await store.db.updateTable('orders').set({ fulfilment: 'waiting' }).execute()
    await pass(1)
    expect(await subjects()).toEqual([expect.stringContaining('1\u00a0candle waits')])
  })

  it('of a summary that was not sent yet one order is forgotten, and the others wait', async () => {
    await put(4)
    await put(1, { name: 'Секрет', email: 'secret@example.org' })
    await notify()
    await pass(1)
    await forgetPerson(store, 'secret@example.org', '/nowhere', () => clock.now)
    const emails = await store.db.selectFrom('emails').selectAll().execute()
    expect(JSON.stringify([emails, await orders()])).not.toMatch(/Секрет|secret@/)
    expect(await summaries()).toMatchObject([{ state: 'waiting' }])
    await expectEachOnce()
  })
})
