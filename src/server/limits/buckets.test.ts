import { expect, it } from 'vitest'
import type { Store } from '../db/store'
import { createBuckets } from './buckets'

it('remembers a hundred thousand addresses, those that ask longest', () => {
  const { consume } = createBuckets({} as Store, () => 0)
  const ask = (key: string) => consume([{ key, burst: 2, refillMs: 1_000 }])
  expect([ask('busy'), ask('busy'), ask('busy')]).toEqual([0, 0, 1_000])
  for (let i = 0; i < 99_999; i += 1) ask(`other ${i}`)
  expect(ask('busy')).toBe(1_000)
  ask('one more')
  expect(ask('busy')).toBe(0)
})
