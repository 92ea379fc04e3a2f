import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoop } from './loop'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A running loop whose ticks take 20 ms and fail, with what they did so far. */
function startLoop(intervalMs: number) {
  const seen = { ticks: 0, running: 0, most: 0 }
  async function tick() {
    seen.most = Math.max(seen.most, ++seen.running)
    await new Promise(resolve => setTimeout(resolve, 20))
    seen.running--
    seen.ticks++
    throw new Error('not today')
  }
  const loop = createLoop({ name: 'test', intervalMs, log: pino({ level: 'silent' }), tick })
  loop.start()
  return { loop, seen }
}

test('a failed tick is followed by the next after the interval, and no two overlap', async () => {
  const { loop, seen } = startLoop(1_000)
  await pass(20 + 1_000 + 19)
  expect(seen.ticks).toBe(1)
  await pass(1)
  expect(seen).toEqual({ ticks: 2, running: 0, most: 1 })
  await loop.stop()
})

test('stopping waits for the running tick, and no other begins', async () => {
  const { loop, seen } = startLoop(1)
  const stopping = loop.stop()
  await pass(20)
  await stopping
  await pass(1_000)
  expect(seen).toEqual({ ticks: 1, running: 0, most: 1 })
})
