import { beforeEach, describe, expect, test } from 'vitest'
import { insertDonation } from '../../../src/server/db/donations'
import { insertEmails } from '../../../src/server/db/emails'
import { pullIn } from '../../../src/server/db/pull-in'
import type { Donation, StoredEmail } from '../../../src/server/db/schema'
import { inTransaction, type Store } from '../../../src/server/db/store'
import { setWatermark } from '../../../src/server/db/watermarks'
import { findRetryTime } from '../../../src/server/emails/outbox'
import { createDonation } from '../../../src/server/orders/donation'
import { dayMs, hourMs, minuteMs } from '../../../src/shared/durations'
import { bothEngines, openTestStore } from '../../setup/test-store'
import { buildEmail } from '../emails/build-email'
import { putOrder } from '../put-order'

const now = Date.UTC(2026, 10, 20, 16)
const yearMs = 365 * dayMs

describe.each(bothEngines)('pulling in, on %s', engine => {
  let store: Store
  beforeEach(async () => {
    store = (await openTestStore(engine)).store
  })

  const pullInDonation = async (columns: Partial<Donation>) => {
    const intent = { id: 'pi_1', amountKopiykas: 100, livemode: false, createdAt: now }
    await insertDonation(store.db, { ...createDonation(intent), ...columns })
    await pullIn(store, now)
    return store.db.selectFrom('donations').selectAll().executeTakeFirstOrThrow()
  }

  test.each<[string, Partial<Donation>, Partial<Donation>]>([
    [
      'put off by a clock days ahead is due',
      { nextCheckAt: now + 5 * dayMs },
      { nextCheckAt: now },
    ],
    [
      'whose check is in a day waits',
      { nextCheckAt: now + dayMs },
      { nextCheckAt: now + dayMs, answeredAt: null },
    ],
    [
      'captured half an hour ahead waits for its words from now on',
      { state: 'succeeded', succeededAt: now + 30 * minuteMs, nextCheckAt: now + 40 * minuteMs },
      { succeededAt: now, nextCheckAt: now },
    ],
    [
      'whose order call was answered half an hour ahead waits for the bank from now on',
      { answeredAt: now + 30 * minuteMs, nextCheckAt: now + 40 * minuteMs },
      { succeededAt: null, answeredAt: now, nextCheckAt: now },
    ],
    [
      'whose order is stored keeps when it was captured',
      { state: 'succeeded', succeededAt: now + yearMs, hasOrder: true, nextCheckAt: now + hourMs },
      { succeededAt: now + yearMs, nextCheckAt: now + hourMs },
    ],
    [
      'that is done stays done',
      { state: 'succeeded', succeededAt: now + yearMs, hasOrder: true, nextCheckAt: null },
      { succeededAt: now + yearMs, nextCheckAt: null },
    ],
  ])('a payment %s', async (_, columns, expected) => {
    expect(await pullInDonation(columns)).toMatchObject(expected)
  })

  test.each<[Pick<StoredEmail, 'attempts' | 'state'>, number, boolean]>([
    [{ attempts: 0, state: 'waiting' }, 15 * minuteMs, false],
    [{ attempts: 6, state: 'waiting' }, 15 * minuteMs, false],
    [{ attempts: 6, state: 'waiting' }, 17 * minuteMs, true],
    [{ attempts: 12, state: 'waiting' }, hourMs, false],
    [{ attempts: 12, state: 'waiting' }, 62 * minuteMs, true],
    [{ attempts: 1, state: 'sent' }, yearMs, false],
  ])(
    'of an email %o that is due in %i ms this is too far: %s',
    async (columns, ahead, isTooFar) => {
      await inTransaction(store, trx => insertEmails(trx, [buildEmail()], now, now + ahead))
      await store.db.updateTable('emails').set(columns).execute()
      await pullIn(store, now)
      const { runAt } = await store.db
        .selectFrom('emails')
        .select('runAt')
        .executeTakeFirstOrThrow()
      expect(runAt).toBe(isTooFar ? now : now + ahead)
    },
  )

  test('no pause between two tries of an email is cut short', async () => {
    const pauses = Array.from({ length: 12 }, (_, i) => findRetryTime(i + 1, now) ?? Infinity)
    for (const [i, runAt] of pauses.entries()) {
      const email = buildEmail({ subjectId: `order-${i}` })
      await inTransaction(store, trx => insertEmails(trx, [email], now, runAt))
      const tried = store.db.updateTable('emails').set({ attempts: i + 1 })
      await tried.where('subjectId', '=', email.subjectId).execute()
    }
    await pullIn(store, now)
    const emails = store.db.selectFrom('emails').select('runAt').orderBy('attempts')
    expect((await emails.execute()).map(({ runAt }) => runAt)).toEqual(pauses)
  })

  test('of orders only what is still to be told is pulled in, and no time of what happened', async () => {
    const happened = { createdAt: now + yearMs, litAt: now + yearMs }
    await putOrder(store.db, { code: 'A', ...happened, noticeDueAt: now + yearMs })
    await putOrder(store.db, { code: 'B', ...happened, noticeDueAt: now, remindAt: null })
    await putOrder(store.db, { code: 'C', ...happened, noticeDueAt: null, remindAt: now + yearMs })
    await putOrder(store.db, { code: 'D', noticeDueAt: null, remindAt: now + 6 * dayMs })
    await pullIn(store, now)
    const orders = await store.db.selectFrom('orders').selectAll().orderBy('code').execute()
    expect(orders).toMatchObject([
      { ...happened, noticeDueAt: now - dayMs },
      { ...happened, noticeDueAt: now, remindAt: null },
      { ...happened, noticeDueAt: null, remindAt: now },
      { noticeDueAt: null, remindAt: now + 6 * dayMs },
    ])
  })

  test('marks, declines and counts of a time to come are forgotten', async () => {
    for (const [name, at] of [
      ['backup-at', now + yearMs],
      ['examined-at', now],
      ['listed-until:live', now + yearMs],
    ] as const)
      await setWatermark(store.db, name, at)
    const declined = { paymentIntentId: 'pi_1', addressHash: 'hash' }
    await store.db
      .insertInto('paymentFailures')
      .values([
        { eventId: 'real', at: now, ...declined },
        { eventId: 'ahead', at: now + hourMs, ...declined },
      ])
      .execute()
    await store.db
      .insertInto('buckets')
      .values([
        { key: 'used', fullAt: now + 2 * dayMs },
        { key: 'wrong', fullAt: now + 30 * dayMs },
      ])
      .execute()
    await pullIn(store, now)
    const marks = await store.db.selectFrom('watermarks').select('name').orderBy('name').execute()
    expect(marks.map(({ name }) => name)).toEqual(['examined-at', 'listed-until:live'])
    const failures = await store.db.selectFrom('paymentFailures').select('eventId').execute()
    expect(failures).toEqual([{ eventId: 'real' }])
    const left = await store.db.selectFrom('buckets').select('key').execute()
    expect(left).toEqual([{ key: 'used' }])
  })
})
