import { expect, test } from 'vitest'
import { findPatterns, readSafe } from './find-patterns'

test('every pattern takes time in proportion to its text: `npm run patterns` has listed it', () => {
  const patterns = findPatterns()
  expect(patterns.size).toBeGreaterThan(30)
  const safe = readSafe()
  const unchecked = [...patterns].filter(([literal]) => !safe.has(literal))
  expect(unchecked.map(([literal, { file }]) => `${file}: ${literal}`)).toEqual([])
})
