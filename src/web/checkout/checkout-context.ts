import { createContext, useContext, useSyncExternalStore } from 'react'
import type { CheckoutStore } from './store'

export const CheckoutContext = createContext<CheckoutStore | undefined>(undefined)

/** The current checkout; the component renders again on every event. */
export function useCheckout() {
  const store = useContext(CheckoutContext)
  if (!store) throw new Error('This part of the page needs a CheckoutContext around it.')
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
  return { store, state, messages: state.locale.messages }
}
