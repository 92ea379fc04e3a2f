import type { FilledForm } from '../../shared/order-form'
import { type CheckoutEvent, reduce } from './reducer'
import { type CheckoutState, initialState, isFrozen, type Locale } from './state'

/** The state of one visitor's order, outside React, which only shows it. */
export interface CheckoutStore {
  getState: () => CheckoutState
  getInitialState: () => CheckoutState
  subscribe: (listener: () => void) => () => void
  dispatch: (event: CheckoutEvent) => void
  /**
   * Begins a piece of work on the payment. Only the latest counts: the signal of every earlier one
   * is aborted, and its answer must be ignored.
   */
  startPaymentTask: () => AbortSignal
  /**
   * Begins a change of language. The answer says whether it still counts: only the latest does, and
   * none once an order went out in the language of before.
   */
  startSwitch: () => () => boolean
}

/** `filled`: the form comes back from the server, to which the browser sent it without the script. */
export function createCheckoutStore(locale: Locale, filled?: FilledForm): CheckoutStore {
  const initial = initialState(locale, filled)
  let state = initial
  let task = new AbortController()
  let latestSwitch: (() => boolean) | undefined
  const listeners = new Set<() => void>()

  return {
    getState: () => state,
    getInitialState: () => initial,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch(event) {
      state = reduce(state, event)
      for (const listener of listeners) listener()
    },
    startPaymentTask() {
      task.abort()
      task = new AbortController()
      return task.signal
    },
    startSwitch() {
      const wasFrozen = isFrozen(state)
      const isWanted = () => isWanted === latestSwitch && (wasFrozen || !isFrozen(state))
      latestSwitch = isWanted
      return isWanted
    },
  }
}
