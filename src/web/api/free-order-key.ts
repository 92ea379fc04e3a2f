import type { CandleOrderPayload } from '../../shared/candle-order'

/** `crypto.randomUUID` exists in secure contexts only, and a parish page may be plain HTTP. */
function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

export interface FreeOrderKeys {
  keyFor: (payload: CandleOrderPayload) => string
  /** After a success the next order is another one, even with the same words. */
  forget: () => void
}

/**
 * One key per filled form: pressing again repeats the same order, in whatever language the page
 * speaks by then; changing a word makes a new one.
 */
export function createFreeOrderKeys(): FreeOrderKeys {
  let last: { filled: string; key: string } | undefined
  return {
    keyFor({ name, purpose }) {
      const filled = JSON.stringify([name, purpose])
      if (last?.filled !== filled) last = { filled, key: randomKey() }
      return last.key
    },
    forget() {
      last = undefined
    },
  }
}
