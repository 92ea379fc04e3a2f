import { createContext } from 'react'
import type { LateCode } from '../load-late'

/**
 * undefined: not loaded yet. Not React's `lazy`, which would keep a failure: the loader asks again, and
 * tells the form meanwhile. Each of its components would need a boundary of its own in the server's HTML.
 */
export const LateCodeContext = createContext<LateCode | undefined>(undefined)
