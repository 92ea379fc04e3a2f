import { expect, test } from 'vitest'
import { once } from './content'

test('what failed to load is loaded again, what loaded is kept', async () => {
  let loads = 0
  const load = once(async () => {
    loads += 1
    if (loads === 1) throw new Error('Too many open files.')
    return loads
  })
  await expect(load()).rejects.toThrow('Too many')
  expect([await load(), await load()]).toEqual([2, 2])
})
