import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Language } from '../../shared/language'
import type { FilledForm } from '../../shared/order-form'
import type { TempleTexts, TempleTextsByLanguage } from '../../shared/temple-texts'
import { messages } from '../locales/messages'
import { type CheckoutEvent, reduce } from './reducer'
import { type CheckoutState, initialState } from './state'

export interface CheckoutStore {
  getState: () => CheckoutState
  getInitialState: () => CheckoutState
  subscribe: (listener: () => void) => () => void
  dispatch: (event: CheckoutEvent) => void
  temple: TempleTextsByLanguage | undefined
  /** Aborts the signal of the task before, whose answer must then be ignored. */
  startPaymentTask: () => AbortSignal
}

/** `filled`: the form as the server sent it back, after a submit without the script. */
export function createCheckoutStore(
  language: Language,
  filled?: FilledForm,
  temple?: TempleTextsByLanguage,
): CheckoutStore {
  const initial = initialState(language, filled)
  let state = initial
  let task = new AbortController()
  const listeners = new Set<() => void>()

  return {
    temple,
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
  }
}

export const CheckoutContext = createContext<CheckoutStore | undefined>(undefined)

const noTexts: TempleTexts = { place: '', note: '', receiver: '' }

export function useCheckout() {
  const store = useContext(CheckoutContext)
  if (!store) throw new Error('This part of the page needs a CheckoutContext around it.')
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
  const { language } = state
  return {
    store,
    state,
    messages: messages[language],
    temple: store.temple?.[language] ?? noTexts,
  }
}
