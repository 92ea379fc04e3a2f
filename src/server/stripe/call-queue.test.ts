import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCallQueue } from './call-queue'

/** A queue whose next calls have to wait. */
async function openBusyQueue() {
  const queue = createCallQueue()
  for (let call = 0; call < 10; call += 1) void queue.wait({ network: 'first' })
  return queue
}

test('a few calls start at once', async () => {
  const queue = createCallQueue()
  const startedAt = performance.now()
  for (let call = 0; call < 4; call += 1) expect(await queue.wait({ network: 'a' })).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(60)
})

test('what a captured payment needs starts first, then one of each network', async () => {
  const queue = await openBusyQueue()
  const started: string[] = []
  const call = async (name: string, isCaptured = false) => {
    await queue.wait({ network: name.slice(0, 1), isCaptured })
    started.push(name)
  }
  await Promise.all([...['a1', 'a2', 'a3', 'b1'].map(name => call(name)), call('c1', true)])
  expect(started).toEqual(['c1', 'a1', 'b1', 'a2', 'a3'])
})

test('a network has no more calls waiting than can be served in time, and a captured one waits all the same', async () => {
  const queue = createCallQueue()
  const calls = Array.from({ length: 80 }, () => queue.wait({ network: 'a' }))
  const isPending = pause(500).then(() => true)
  for (const refused of calls.slice(70))
    expect(await Promise.race([refused, isPending])).toBe(false)
  expect(await queue.wait({ network: 'b' })).toBe(true)
  expect(await queue.wait({ network: 'a', isCaptured: true })).toBe(true)
})
