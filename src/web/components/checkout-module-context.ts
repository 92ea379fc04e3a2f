import { createContext } from 'react'
import type { CheckoutModule } from '../load-checkout'

/**
 * Provides the checkout module once it is loaded. `React.lazy` would not do: it caches a failed import,
 * and each component would need a boundary of its own in the server's HTML. Our loader retries, and shows
 * cards as unavailable meanwhile.
 */
export const CheckoutModuleContext = createContext<CheckoutModule | undefined>(undefined)
