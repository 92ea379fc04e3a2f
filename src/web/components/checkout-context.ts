import { createContext, useContext, useSyncExternalStore } from 'react'
import type { CheckoutState } from '../checkout/state'
import type { CheckoutStore } from '../checkout/store'
import type { Messages } from '../locales/uk'

export const CheckoutContext = createContext<CheckoutStore | undefined>(undefined)

interface Checkout {
  store: CheckoutStore
  state: CheckoutState
  messages: Messages
}

/** The checkout as it is now; the component renders again when something happens there. */
export function useCheckout(): Checkout {
  const store = useContext(CheckoutContext)
  if (!store) throw new Error('This part of the page needs a CheckoutContext around it.')
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
  return { store, state, messages: state.locale.messages }
}
