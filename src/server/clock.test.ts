import { expect, test } from 'vitest'
import { dayMs } from '../shared/durations'
import { createClock } from './clock'

/** A clock whose two sources the test sets. */
function openClock() {
  const system = { now: 1_000_000, elapsed: 0.7 }
  const clock = createClock(
    () => system.now,
    () => system.elapsed,
  )
  const pass = (ms: number) => {
    system.now += ms
    system.elapsed += ms
  }
  return { system, clock, pass }
}

test('a clock begins at the system’s time and counts what passes, in whole milliseconds', () => {
  const { clock, pass } = openClock()
  expect(clock.now()).toBe(1_000_000)
  pass(12.6)
  expect(clock.now()).toBe(1_000_012)
  expect(clock.adopt()).toBe(0)
})

test.each([
  ['set back by a year', -365 * dayMs, 0],
  ['set forward by a year', 365 * dayMs, 0],
  ['a day ahead after a suspension', dayMs, 5],
])('a system’s clock that is %s is adopted once', (_, step, passes) => {
  const { system, clock, pass } = openClock()
  system.now += step
  pass(passes)
  expect(clock.now()).toBe(1_000_000 + passes)
  expect(clock.adopt()).toBe(step)
  expect(clock.now()).toBe(system.now)
  expect(clock.adopt()).toBe(0)
})

test('what passes between two readings is no step', () => {
  const { system, clock } = openClock()
  for (const ms of [900, -900]) {
    system.now = 1_000_000 + ms
    expect(clock.adopt()).toBe(0)
    expect(clock.now()).toBe(1_000_000)
  }
})
