import { pause } from './timing'

export type LateCode = typeof import('./late').lateCode

const retryPauseMs = 3000

/** The browser keeps it once it has come, and is asked again after a failure, at another address. */
export async function loadLate(): Promise<LateCode> {
  // Its names must not be taken at once: vite.config.ts, late-imports.
  const late = await import('./late')
  return late.lateCode
}

/** Retries until it succeeds. */
export async function loadLateWithRetry(onFailure?: () => void): Promise<LateCode> {
  for (;;) {
    try {
      return await loadLate()
    } catch {
      onFailure?.()
      await pause(retryPauseMs)
    }
  }
}
