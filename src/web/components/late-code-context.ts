import { createContext } from 'react'
import type { LateCode } from '../load-late'

/**
 * Provides the late code once it is loaded. `React.lazy` would not do: it caches a failed import, and
 * each component would need a boundary of its own in the server's HTML. Our loader retries, and shows
 * cards as unavailable meanwhile.
 */
export const LateCodeContext = createContext<LateCode | undefined>(undefined)
