import { expect, test } from 'vitest'
import { addDays, addMonths, formatInstant, formatTime, startOfDay } from './time-zone'

const kyiv = 'Europe/Kyiv'

test('a day begins at midnight of its own offset, also on the days when the clocks change', () => {
  for (const [day, start] of [
    ['2026-10-25', '2026-10-24T21:00Z'],
    ['2026-10-26', '2026-10-25T22:00Z'],
    ['2026-03-29', '2026-03-28T22:00Z'],
    ['2026-03-30', '2026-03-29T21:00Z'],
  ] as const) {
    expect(startOfDay(day, kyiv)).toBe(Date.parse(start))
    expect(formatTime(startOfDay(day, kyiv), kyiv)).toBe(`${day} 00:00`)
  }
  expect(startOfDay('yesterday', kyiv)).toBeNaN()
  expect([addDays('2026-10-31', 1), addMonths('2026-11', 2)]).toEqual(['2026-11-01', '2027-01'])
})

test('an instant names its offset', () => {
  const at = Date.UTC(2026, 10, 20, 16, 5, 9, 7)
  expect(formatInstant(at, kyiv)).toBe('2026-11-20T18:05:09.007+02:00')
  expect(formatInstant(at, 'America/St_Johns')).toBe('2026-11-20T12:35:09.007-03:30')
  expect(Date.parse(formatInstant(at, kyiv))).toBe(at)
})
