import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createToasts } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('shows one toast at a time, the latest', () => {
  const toasts = createToasts()
  toasts.show({ kind: 'order-failed' })
  toasts.show({ kind: 'order-submitted', userEmailSent: true })
  expect(toasts.read()?.message.kind).toBe('order-submitted')
})

it('remembers a dismissed toast for 1,000,000 ms, and then no longer', () => {
  const toasts = createToasts()
  toasts.show({ kind: 'order-failed' })
  toasts.dismiss(toasts.read()?.id ?? 0)
  expect(toasts.read()?.open).toBe(false)
  vi.advanceTimersByTime(999_999)
  expect(toasts.read()).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(toasts.read()).toBeUndefined()
})

it('does not take the next toast away with the last one', () => {
  const toasts = createToasts()
  toasts.show({ kind: 'order-failed' })
  toasts.dismiss(toasts.read()?.id ?? 0)
  toasts.show({ kind: 'order-failed' })
  vi.advanceTimersByTime(2_000_000)
  expect(toasts.read()?.open).toBe(true)
})
