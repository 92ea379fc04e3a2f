import { expect, test } from 'vitest'
import { retryDelay } from '../src/webhooks/deliver'

const day = 24 * 3_600_000

test('each wait is longer than the one before, until it is half a day', () => {
  const waits = Array.from({ length: 9 }, (_, attempt) => retryDelay(attempt + 1, 0) ?? 0)
  expect(waits[0]).toBe(5_000)
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
  expect(waits.at(-1)).toBe(day / 2)
})

test('after three days it is given up', () => {
  expect(retryDelay(9, 2 * day)).toBeDefined()
  expect(retryDelay(9, 3 * day)).toBeUndefined()
})
