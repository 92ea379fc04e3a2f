import { createContext, use, useSyncExternalStore } from 'react'
import type { Language } from '../../shared/language'
import type { FilledForm } from '../../shared/order-form'
import { messages } from '../locales/messages'
import { type FormEvent, reduceForm } from './form-reducer'
import { type CheckoutState, initialState, type ShownTemples } from './state'

export interface CheckoutStore {
  getState: () => CheckoutState
  getInitialState: () => CheckoutState
  subscribe: (listener: () => void) => () => void
  /** Dispatches an event of the form, which the first script knows. */
  dispatch: (event: FormEvent) => void
  /** Changes the state for the checkout module's own `dispatch` (reducer.ts). */
  update: (change: (state: CheckoutState) => CheckoutState) => void
  /** Starts a task and aborts the signal of the earlier one, whose answer must then be ignored. */
  startPaymentTask: () => AbortSignal
}

/** Creates the store. `filled` is a form that the server sent back after a submit without the script. */
export function createCheckoutStore(
  language: Language,
  filled?: FilledForm,
  temples?: ShownTemples,
): CheckoutStore {
  const initial = initialState(language, filled, temples)
  let state = initial
  let task = new AbortController()
  const listeners = new Set<() => void>()

  const update: CheckoutStore['update'] = change => {
    state = change(state)
    for (const listener of listeners) listener()
  }

  return {
    update,
    dispatch: event => update(state => reduceForm(state, event)),
    getState: () => state,
    getInitialState: () => initial,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    startPaymentTask() {
      task.abort()
      task = new AbortController()
      return task.signal
    },
  }
}

export const CheckoutContext = createContext<CheckoutStore | undefined>(undefined)

export function useCheckout() {
  const store = use(CheckoutContext)
  if (!store) throw new Error('This part of the page needs a CheckoutContext around it.')
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
  const { language, temples } = state
  const [other] = Object.values(temples)
  return { store, state, messages: messages[language], temple: temples[language] ?? other }
}
