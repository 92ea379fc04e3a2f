import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createLoop } from './loop'

const log = pino({ level: 'silent' })

test('a woken loop ticks immediately, and its ticks never overlap', async () => {
  let turns = 0
  let running = 0
  let most = 0
  const loop = createLoop({
    name: 'test',
    intervalMs: 60_000,
    log,
    async tick() {
      most = Math.max(most, ++running)
      await pause(20)
      running--
      turns++
    },
  })
  loop.start()
  await pause(5)
  for (let wake = 0; wake < 10; wake++) loop.wake()
  await pause(120)
  await loop.stop()
  expect({ turns, most }).toEqual({ turns: 2, most: 1 })
})

test('a run that fails is repeated', async () => {
  let turns = 0
  const loop = createLoop({
    name: 'test',
    intervalMs: 5,
    log,
    tick: async () => {
      turns++
      throw new Error('not today')
    },
  })
  loop.start()
  await pause(100)
  await loop.stop()
  expect(turns).toBeGreaterThan(2)
})

test('stopping waits for the current run, and no other begins', async () => {
  let finished = 0
  const loop = createLoop({
    name: 'test',
    intervalMs: 1,
    log,
    tick: () => pause(50).then(() => finished++),
  })
  loop.start()
  await pause(10)
  await loop.stop()
  expect(finished).toBe(1)
  loop.wake()
  await pause(80)
  expect(finished).toBe(1)
})
