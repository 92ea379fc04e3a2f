import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { createLoop } from './loop'

/** A running loop whose ticks take 20 ms and fail, with what they did so far. */
function startLoop(intervalMs: number, firstAfterMs?: number) {
  const seen = { began: [] as number[], ticks: 0, running: 0, most: 0 }
  async function tick() {
    seen.began.push(performance.now())
    seen.most = Math.max(seen.most, ++seen.running)
    await pause(20)
    seen.running--
    seen.ticks++
    throw new Error('not today')
  }
  const log = pino({ level: 'silent' })
  const loop = createLoop({ name: 'test', intervalMs, firstAfterMs, log, tick })
  const startedAt = performance.now()
  loop.start()
  return { loop, seen, startedAt }
}

test('a failed tick is followed by the next after the interval, and no two overlap', async () => {
  const { loop, seen } = startLoop(100)
  await vi.waitFor(() => expect(seen.ticks).toBe(2))
  const [first = 0, second = 0] = seen.began
  // A timer may be early by a millisecond.
  expect(second - first).toBeGreaterThanOrEqual(20 + 100 - 2)
  expect(seen.most).toBe(1)
  await loop.stop()
})

test.each([
  ['the payment provider', new Stripe.errors.StripeAuthenticationError({ message: 'No.' })],
  ['a background loop', new Error('not today')],
])('%s that failed works again: both are logged, once', async (what, failure) => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const failures = [failure]
  const tick = async () => {
    const next = failures.pop()
    if (next) throw next
  }
  const loop = createLoop({ name: 'test', intervalMs: 1, log, tick })
  loop.start()
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  await loop.stop()
  expect(lines).toEqual([`${what} failed: it is tried again`, `${what} works again`])
})

test('the first tick may have to wait, and does not begin if the loop is stopped by then', async () => {
  const { loop, seen, startedAt } = startLoop(3_600_000, 100)
  await vi.waitFor(() => expect(seen.ticks).toBe(1))
  expect((seen.began[0] ?? 0) - startedAt).toBeGreaterThanOrEqual(100 - 2)
  await loop.stop()
  const stopped = startLoop(1, 3_600_000)
  await stopped.loop.stop()
  expect(stopped.seen.ticks).toBe(0)
})

test('stopping waits for the running tick, and no other begins', async () => {
  const { loop, seen } = startLoop(1)
  await loop.stop()
  expect(seen).toMatchObject({ ticks: 1, running: 0 })
  await pause(50)
  expect(seen.ticks).toBe(1)
})
