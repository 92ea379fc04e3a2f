import { expect, it } from 'vitest'
import { findRetryTime } from './deliver'

it('pauses double from a quarter of a minute to an hour, then stay', () => {
  const pauses = [1, 2, 3, 9, 50].map(attempts => (findRetryTime(attempts, 0) ?? 0) / 1_000)
  const expected = [15, 30, 60, 3_600, 3_600]
  pauses.forEach((pause, i) => {
    expect(Math.abs(pause / (expected[i] ?? 0) - 1)).toBeLessThanOrEqual(0.051)
  })
})

it('emails that failed together do not all come back together', () => {
  const times = new Set(Array.from({ length: 20 }, () => findRetryTime(9, 0)))
  expect(times.size).toBeGreaterThan(10)
})
