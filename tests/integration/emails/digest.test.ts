import { beforeEach, describe, expect, it } from 'vitest'
import { insertOrder } from '../../../src/server/db/orders'
import type { Order } from '../../../src/server/db/schema'
import { inTransaction, randomId } from '../../../src/server/db/store'
import { takePress } from '../../../src/server/orders/light-candles'
import { hasDigestTime } from '../../../src/server/orders/notify-temple'
import { remindTemple } from '../../../src/server/orders/remind-temple'
import { forgetPerson } from '../../../src/server/retention/erase'
import { hourMs, minuteMs } from '../../../src/shared/durations'
import { createCrashInjector } from '../../faults/random/crash-injector'
import { engines, testOnOne } from '../../setup/test-store'
import { buildStoredOrder, paid } from '../build-order'
import { openTemple, type Temple } from './open-temple'

describe.each(engines)('the day’s list, store on %s', engine => {
  const onOne = testOnOne(engine)
  let temple: Temple

  beforeEach(async () => {
    temple = await openTemple(engine, {
      digest: { after: 2, times: ['07:00'], timeZone: 'Europe/Kyiv' },
    })
    // Noon in Kyiv; the next list is due at 07:00.
    temple.clock.now = Date.UTC(2026, 10, 20, 10)
  })

  let count = 0
  async function put(number: number, remarkable: Partial<Order> = {}): Promise<void> {
    await inTransaction(temple.store, async trx => {
      for (let i = 0; i < number; i += 1) {
        count += 1
        const id = `order-${count}`
        await insertOrder(trx, {
          ...buildStoredOrder({ noticeDueAt: temple.clock.now, createdAt: temple.clock.now }),
          id,
          code: `CAND-${String(count).padStart(4, '0')}`,
          idempotencyKey: `key-${id}`,
          email: `donor-${count}@example.org`,
          ...remarkable,
        })
      }
    })
  }

  const kinds = async () => {
    const emails = temple.store.db.selectFrom('emails').select('kind').orderBy('createdAt')
    return (await emails.execute()).map(({ kind }) => kind)
  }
  const orders = () =>
    temple.store.db.selectFrom('orders').selectAll().orderBy('noticeNumber').execute()

  const press = (ticked: Order[]) =>
    takePress(temple.services, {
      ...{ action: 'lit', photos: [], key: randomId() },
      codes: ticked.map(({ code }) => code),
    })

  async function answerAll(): Promise<void> {
    for (const order of await orders()) await press([order])
  }

  /** Two orders in notices of their own, and a day later three in a list. */
  async function sendList(answersNotices: boolean) {
    await put(2)
    await temple.notifyTemple()
    if (answersNotices) await answerAll()
    await put(3)
    temple.clock.now += 24 * hourMs
    await temple.notifyTemple()
    await temple.outbox.runOnce()
    const { subjectId: code } = await findDigest()
    const listed = (await orders()).filter(({ noticeId }) => noticeId === code)
    return { listed }
  }

  async function findDigest() {
    return temple.store.db
      .selectFrom('emails')
      .selectAll()
      .where('kind', '=', 'temple-digest')
      .executeTakeFirstOrThrow()
  }

  const forget = (order: Order | undefined) =>
    forgetPerson(temple.store, order?.code ?? '', '/nowhere', () => temple.clock.now)

  /** Every order is in exactly one existing notice. */
  async function expectEachOnce(ids?: string[]): Promise<void> {
    const emails = await temple.store.db.selectFrom('emails').selectAll().execute()
    const expected = (await orders()).filter(({ id }) => ids?.includes(id) ?? true)
    for (const order of expected) {
      const notices = emails.filter(
        ({ kind, textBody }) => /notice|digest/.test(kind) && textBody.includes(order.code),
      )
      expect(notices.map(notice => notice.subjectId)).toEqual([order.noticeId])
    }
  }

  it('the first orders get a notice each at once, more of them one list in the morning', async () => {
    await put(5)
    await temple.notifyTemple()
    await temple.notifyTemple()
    expect(await kinds()).toEqual(['temple-notice', 'temple-notice'])
    temple.clock.now = Date.UTC(2026, 10, 21, 4, 59)
    await temple.notifyTemple()
    expect(await kinds()).toHaveLength(2)
    temple.clock.now += minuteMs
    await Promise.all([temple.notifyTemple(), temple.notifyTemple(), temple.notifyTemple()])
    expect(await kinds()).toEqual(['temple-notice', 'temple-notice', 'temple-digest'])
    await expectEachOnce()
  })

  it('donations have an allowance of their own, and beyond it wait an hour at most', async () => {
    await put(8)
    await put(4, { ...paid, name: 'Ольга' })
    await temple.notifyTemple()
    expect(await kinds()).toEqual(Array(4).fill('temple-notice'))
    temple.clock.now += hourMs
    await temple.notifyTemple()
    expect(await kinds()).toEqual([...Array(4).fill('temple-notice'), 'temple-digest'])
    const { urgent, textBody } = await findDigest()
    expect(urgent).toBe(true)
    expect(textBody).not.toContain('Іван')
    temple.clock.now += 24 * hourMs
    await temple.notifyTemple()
    await expectEachOnce()
  })

  it('orders from before the clock was set back do not wait until it has caught up', async () => {
    temple.clock.now += 5 * hourMs
    await put(3, paid)
    await put(3)
    await temple.notifyTemple()
    expect(await kinds()).toHaveLength(4)
    temple.clock.now -= 5 * hourMs
    await temple.notifyTemple()
    expect(await kinds()).toEqual(Array(6).fill('temple-notice'))
    await expectEachOnce()
  })

  onOne('a clock that was a year ahead for a while leaves each order its own notice', async () => {
    temple.clock.now += 365 * 24 * hourMs
    await put(2)
    await temple.notifyTemple()
    temple.clock.now -= 365 * 24 * hourMs
    await put(2)
    await temple.notifyTemple()
    expect(await kinds()).toEqual(Array(4).fill('temple-notice'))
  })

  onOne('the list has names for health and for repose apart, the unclear marked', async () => {
    await put(4)
    await temple.notifyTemple()
    await put(1, { name: 'Марія\nПетро', purpose: 'За здоров’я' })
    await put(1, { name: 'Степан', purpose: 'За упокій' })
    await put(1, { name: '', purpose: 'мир', needsDetails: true, email: 'ask@example.org' })
    await put(1, { name: 'Ганна', purpose: 'Панахида' })
    temple.clock.now += 24 * hourMs
    await temple.notifyTemple()
    const { textBody, htmlBody, sheetHtml } = await findDigest()
    const read = ['For health', 'Марія, Петро', 'For the departed', 'Степан']
    const order = [...read, 'Other intentions', 'needs details', 'Ганна']
    for (const text of [textBody, sheetHtml ?? '']) {
      const places = order.map(part => text.indexOf(part))
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(places).not.toContain(-1)
    }
    expect(textBody).toContain(': мир · needs details · ask@example.org')
    for (const part of ['Марія, Петро', 'needs details']) {
      expect(htmlBody).toContain(part)
      expect(sheetHtml).toContain(part)
    }
    expect(sheetHtml).toContain('size: A4')
    expect(sheetHtml).not.toMatch(/ask@|200/)
  })

  onOne('dozens of orders from one network come last, in lists that say so', async () => {
    await put(2)
    await temple.notifyTemple()
    // Thirty households of one IPv6 site, and a village behind one IPv4 address.
    for (let household = 0; household < 19; household += 1)
      await put(10, {
        addressHash: `a123456789${String(household).padStart(10, '0')}`,
        name: 'Бот',
      })
    await put(21, { addressHash: 'b123456789', name: 'Село' })
    await put(2, { ...paid, addressHash: 'a1234567890000000001', name: 'Ольга' })
    await put(1, { name: 'Марія' })
    await put(1, { name: 'Степан' })
    const now = temple.clock.now + 24 * hourMs
    const late: Promise<void>[] = []
    // Others order at every step.
    Object.defineProperty(temple.clock, 'now', {
      get() {
        if (late.length < 30) late.push(put(1, { name: 'Іван' }))
        return now
      },
    })
    await temple.notifyTemple()
    await Promise.all(late)
    const texts = await temple.listTexts('temple-digest')
    const senders = /Ольга|Марія|Бот|Село/g
    const together = texts.map(text => [...new Set(text.match(senders) ?? [])].join())
    expect(together.sort()).toEqual(['Бот', 'Марія', 'Ольга', 'Село'])
    for (const text of texts) {
      const isBurst = /Бот|Село/.test(text)
      expect(text.includes('one internet connection')).toBe(isBurst)
      if (isBurst) expect(text).not.toContain('Іван')
    }
  })

  it('names what waits from earlier days by its page, not what was lit', async () => {
    const { listed } = await sendList(false)
    const [list] = await temple.listTexts('temple-digest')
    const singles = (await orders()).filter(({ noticeNumber }) => noticeNumber === null)
    for (const { code } of singles) expect(list).not.toContain(code)
    expect(list).toContain('A candle ordered on 20 November 2026')
    await press(listed.slice(0, 1))
    for (const order of singles) await press([order])
    temple.clock.now += 24 * hourMs
    await put(1)
    temple.clock.now += 24 * hourMs
    await temple.notifyTemple()
    const [, next] = await temple.listTexts('temple-digest')
    expect(next).toContain(
      'The list of 20 November 2026: 2, 3: https://candles.example.org/temple/link',
    )
    expect(next).not.toContain('A candle ordered')
  })

  it('a list that nobody answered for two days comes once more, with what still waits', async () => {
    const { listed } = await sendList(true)
    const again = () => temple.listTexts('temple-digest-again')
    temple.clock.now += 47 * hourMs
    await remindTemple(temple.services)
    expect(await again()).toEqual([])
    const [first] = listed
    await temple.store.db
      .updateTable('orders')
      .set({ fulfilment: 'dismissed' })
      .where('id', '=', first?.id ?? '')
      .execute()
    temple.clock.now += hourMs
    await Promise.all([remindTemple(temple.services), remindTemple(temple.services)])
    temple.clock.now += 24 * hourMs
    await remindTemple(temple.services)
    const [text = '', ...others] = await again()
    expect(others).toEqual([])
    expect(text).toContain('none of them has been marked')
    expect(text).not.toContain(first?.code)
    expect(text).toContain('2. Іван')
    expect(text).toContain('/temple/link')
  })

  it('notices that nobody answered for two days come once more, paid orders apart', async () => {
    await put(2)
    await temple.notifyTemple()
    temple.clock.now += minuteMs
    await put(1, paid)
    await temple.notifyTemple()
    await temple.outbox.runOnce()
    const [answered, ...singles] = await orders()
    await press(answered ? [answered] : [])
    // Two days later at noon; the list comes in the morning.
    temple.clock.now += 48 * hourMs
    await remindTemple(temple.services)
    const again = () => temple.listTexts('temple-digest-again')
    expect(await again()).toEqual([])
    temple.clock.now += 19 * hourMs
    await Promise.all([remindTemple(temple.services), remindTemple(temple.services)])
    await temple.outbox.runOnce()
    for (let days = 0; days < 8; days += 1) {
      temple.clock.now += 24 * hourMs
      await remindTemple(temple.services)
      await temple.notifyTemple()
    }
    const texts = await again()
    expect(texts).toHaveLength(2)
    for (const text of texts) {
      expect(text).toContain('none of them has been marked')
      expect(text).not.toContain(answered?.code)
    }
    for (const { code } of singles) {
      const [text, ...others] = texts.filter(each => each.includes(code))
      expect(others).toEqual([])
      const order = (await orders()).find(each => each.code === code)
      expect(text).toContain('/temple/link')
      // The button of the first email still works.
      await press(order ? [order] : [])
    }
    await expectEachOnce()
    expect((await orders()).filter(({ fulfilment }) => fulfilment === 'lit')).toHaveLength(3)
  })

  it('each order is in one notice, at whichever call to the store the process dies', async () => {
    const { store } = temple
    const { db } = store
    for (let calls = 0, hasDied = true; hasDied; calls += 1) {
      await put(3)
      temple.clock.now += 24 * hourMs
      const crash = createCrashInjector()
      crash.arm(calls)
      store.db = crash.guardStore(db)
      await temple.notifyTemple().catch(() => undefined)
      store.db = db
      hasDied = crash.hasCrashed()
      await temple.notifyTemple()
      await expectEachOnce()
    }
    expect(await kinds()).toContain('temple-digest')
  })

  it.each([
    ['no address of the temple has', null, 2],
    ['one address of the temple has', 1, 1],
  ])('of a digest that %s, one order is forgotten', async (_, sentAt, digests) => {
    await put(2)
    await temple.notifyTemple()
    await put(3)
    await put(1, { name: 'Секрет', email: 'secret@example.org' })
    temple.clock.now += 24 * hourMs
    await temple.notifyTemple()
    const { db } = temple.store
    await db.updateTable('emails').set({ sentAt }).where('kind', '=', 'temple-digest').execute()
    await forgetPerson(temple.store, 'secret@example.org', '/nowhere', () => temple.clock.now)
    temple.clock.now += 24 * hourMs
    await temple.notifyTemple()
    const emails = await db.selectFrom('emails').selectAll().execute()
    expect(JSON.stringify(emails)).not.toContain('Секрет')
    const told = (await orders()).filter(order => order.erasedAt === null)
    expect(told.every(order => order.noticeId !== null)).toBe(true)
    expect((await kinds()).filter(kind => kind === 'temple-digest')).toHaveLength(digests)
  })

  it('of an unsent reminder of a list one order is forgotten, the others are reminded of', async () => {
    const { listed } = await sendList(true)
    temple.clock.now += 48 * hourMs
    await remindTemple(temple.services)
    const [forgotten, ...others] = listed
    await forget(forgotten)
    await remindTemple(temple.services)
    const texts = await temple.listTexts('temple-digest-again')
    expect(texts).toHaveLength(1)
    expect(texts[0]).not.toContain(forgotten?.code)
    for (const { code } of others) expect(texts[0]).toContain(code)
    await temple.outbox.runOnce()
    await forget(others[0])
    await remindTemple(temple.services)
    expect(await temple.listTexts('temple-digest-again')).toEqual([''])
  })

  it('of an unsent reminder of notices one order is forgotten, the others that wait are told again', async () => {
    for (let days = 0; days < 2; days += 1) {
      await put(2)
      await temple.notifyTemple()
      await temple.outbox.runOnce()
      temple.clock.now += 25 * hourMs
    }
    temple.clock.now += 48 * hourMs
    await remindTemple(temple.services)
    const [forgotten, lit, ...others] = (await orders()).sort((one, other) =>
      one.code.localeCompare(other.code),
    )
    expect(new Set(others.map(({ noticeId }) => noticeId))).toEqual(new Set([forgotten?.noticeId]))
    await press(lit ? [lit] : [])
    await forget(forgotten)
    temple.clock.now += 24 * hourMs
    await temple.notifyTemple()
    await expectEachOnce(others.map(({ id }) => id))
  })
})

describe('the time of the list', () => {
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
