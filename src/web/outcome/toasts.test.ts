import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToasts } from './toasts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a new toast takes the place of the last: one is shown at once', () => {
  const toasts = createToasts()
  toasts.show({ kind: 'order-failed' })
  toasts.show({ kind: 'order-submitted', userEmailSent: true })
  expect(toasts.read()?.message).toEqual({ kind: 'order-submitted', userEmailSent: true })
})

test('a dismissed toast is remembered for 1,000,000 ms, then removed', () => {
  const toasts = createToasts()
  toasts.show({ kind: 'order-failed' })
  toasts.dismiss(toasts.read()?.id ?? 0)
  vi.advanceTimersByTime(999_999)
  expect(toasts.read()?.open).toBe(false)
  vi.advanceTimersByTime(1)
  expect(toasts.read()).toBeUndefined()
})

test('the removal of an old toast leaves a newer one alone', () => {
  const toasts = createToasts()
  toasts.show({ kind: 'order-failed' })
  toasts.dismiss(toasts.read()?.id ?? 0)
  toasts.show({ kind: 'order-failed' })
  vi.advanceTimersByTime(1_000_000)
  expect(toasts.read()?.open).toBe(true)
})
