import { createToasts, type Toasts } from '../components/toasts'
import type { DeskEvent } from './desk-event'
import { type DeskState, emptyDesk } from './desk-state'
import { reduceDesk } from './reduce-desk'

/** The place where one visitor's order is written, paid and sent. React only shows it. */
export interface Desk {
  readState: () => DeskState
  subscribe: (listener: () => void) => () => void
  tell: (event: DeskEvent) => void
  /** Only the latest request for an intent counts: this makes the earlier ones void. */
  takeIntentTurn: () => AbortSignal
  toasts: Toasts
}

export function openDesk(): Desk {
  let state = emptyDesk
  let turn = new AbortController()
  const listeners = new Set<() => void>()

  return {
    readState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(event) {
      state = reduceDesk(state, event)
      for (const listener of listeners) listener()
    },
    takeIntentTurn() {
      turn.abort()
      turn = new AbortController()
      return turn.signal
    },
    toasts: createToasts(),
  }
}
