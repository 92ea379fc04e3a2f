import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCheckoutStore } from '../checkout/store'
import { dismissToast } from './toaster'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('remembers a dismissed toast for 1,000,000 ms, and then no longer', () => {
  const store = createCheckoutStore('en')
  store.dispatch({ type: 'free-order-failed', failure: { kind: 'order-failed' } })
  dismissToast(store, store.getState().toast?.id ?? 0)
  expect(store.getState().toast?.open).toBe(false)
  vi.advanceTimersByTime(999_999)
  expect(store.getState().toast).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(store.getState().toast).toBeUndefined()
})

it('a toast is not dismissed or removed with the one before it', () => {
  const store = createCheckoutStore('en')
  store.dispatch({ type: 'free-order-failed', failure: { kind: 'order-failed' } })
  dismissToast(store, 1)
  store.dispatch({ type: 'free-order-failed', failure: { kind: 'order-failed' } })
  dismissToast(store, 1)
  vi.advanceTimersByTime(1_000_000)
  expect(store.getState().toast).toMatchObject({ id: 2, open: true })
})
