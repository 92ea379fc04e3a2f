import { expect, it } from 'vitest'
import { formatNumbers } from './number-runs'

it.each([
  [[1], '1'],
  [[2, 1], '1, 2'],
  [[1, 2, 3, 5, 7, 8], '1–3, 5, 7, 8'],
])('%j are shown as “%s”', (numbers, shown) => {
  expect(formatNumbers(numbers)).toBe(shown)
})
