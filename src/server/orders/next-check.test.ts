import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildStoredOrder } from '../../../tests/integration/build-order'
import { dayMs, hourMs, minuteMs } from '../../shared/durations'
import type { Donation } from '../db/schema'
import { createDonation, staleAfterMs } from './donation'
import { claimGraceMs, findNextCheck, wordsGraceMs } from './next-check'

const now = 1_000_000_000_000
const intent = { id: 'pi_1', amountKopiykas: 100, livemode: false, createdAt: now }
const fresh = createDonation(intent)
const nothing = { order: undefined, isRead: true }
const draft = '{}'
const paid: Donation = { ...fresh, state: 'succeeded', succeededAt: now }

test('a captured payment without an order is never left alone', () => {
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), fc.boolean(), (age, hasDraft, isRead) => {
      const times = { succeededAt: now - age, createdAt: now - age }
      const donation = { ...paid, ...times, draft: hasDraft ? draft : null }
      const known = { ...nothing, donation, isRead }
      expect(findNextCheck(known, now)).toBeLessThanOrEqual(now + wordsGraceMs)
    }),
  )
})

test('every unfinished payment is checked again within a day, at a whole millisecond', () => {
  const states = fc.constantFrom<Donation['state']>('open', 'processing')
  fc.assert(
    fc.property(states, fc.integer(), fc.nat(50), fc.boolean(), (state, age, attempts, isRead) => {
      const donation = { ...fresh, state, createdAt: now - age, checkAttempts: attempts }
      const next = findNextCheck({ ...nothing, donation, isRead }, now) ?? Infinity
      expect(next).toBeLessThanOrEqual(now + staleAfterMs)
      expect(Number.isInteger(next)).toBe(true)
    }),
  )
})

const open: Donation = { ...fresh, state: 'open', checkAttempts: 20 }
const stuck: Donation = { ...open, state: 'processing', createdAt: now - 365 * dayMs }
const unanswered = { donation: { ...open, checkAttempts: 1 }, isRead: false }
const uncanceled = { ...open, createdAt: now - 2 * dayMs, checkAttempts: 1 }
/** It may have been refunded: an event told of it. */
const unread = {
  ...{ donation: { ...paid, createdAt: now - 60 * dayMs, checkAttempts: 20 }, isRead: false },
  order: buildStoredOrder({ payment: 'paid' }),
}

test.each([
  ['paid and without an order', 'in ten minutes', { donation: paid }, wordsGraceMs],
  ['that the provider could not be asked about', 'soon', unanswered, 2_000],
  ['processing for a year', 'once a day', { donation: stuck }, dayMs],
  ['that has its order and cannot be read for two months', 'once a day', unread, dayMs],
  ['that is stale and could not be canceled', 'once an hour', { donation: uncanceled }, hourMs],
  ['that nobody clicked Pay for', 'when it becomes stale', { donation: open }, staleAfterMs],
])('a payment %s is checked %s', (_what, _when, known, wait) => {
  expect(findNextCheck({ ...nothing, ...known }, now)).toBe(now + wait)
})

const answeredAt = (age: number) => ({ draft, answeredAt: now - age })

test.each([
  ['open', 4 * minuteMs, 6 * minuteMs],
  ['canceled', 4 * minuteMs, 6 * minuteMs],
  ['canceled', 0, claimGraceMs],
  // Unreadable words, of which no order came.
  ['open', 20 * minuteMs, 15 * minuteMs],
  ['processing', 4 * minuteMs, 15 * minuteMs],
] as const)('an answered order that is %s after %s ms is checked in %s ms', (state, age, wait) => {
  const donation = { ...open, state, ...answeredAt(age) }
  for (const isRead of [true, false])
    expect(findNextCheck({ ...nothing, donation, isRead }, now)).toBe(now + wait)
})

test.each(['claimed', 'paid'] as const)(
  'a stored order that is %s is checked in its turn',
  payment => {
    const order = buildStoredOrder({ payment, createdAt: now - 4 * minuteMs })
    for (const isRead of [true, false])
      expect(findNextCheck({ ...nothing, donation: open, order, isRead }, now)).toBe(
        now + 15 * minuteMs,
      )
  },
)

test('what has ended is left alone', () => {
  const canceled: Donation = { ...fresh, state: 'canceled' }
  expect(findNextCheck({ ...nothing, donation: canceled }, now)).toBeNull()
  expect(findNextCheck({ ...nothing, donation: paid, order: buildStoredOrder() }, now)).toBeNull()
})
