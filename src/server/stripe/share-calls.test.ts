import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shareCalls } from './share-calls'

test('who asks during a call shares the next one, begun after they asked', async () => {
  let begun = 0
  const read = shareCalls(async (id: string) => {
    const count = ++begun
    await pause(20)
    if (count === 1) throw new Error('unavailable')
    return `${id} ${count}`
  })
  const first = read('a')
  const others = [read('a'), read('a')]
  expect(await read('b')).toBe('b 2')
  await expect(first).rejects.toThrow('unavailable')
  expect(await Promise.all(others)).toEqual(['a 3', 'a 3'])
  expect(await read('a')).toBe('a 4')
})
