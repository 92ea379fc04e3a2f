import { pause } from './timing'

export type LateCode = typeof import('./late').lateCode

const retryPauseMs = 3000

/**
 * Loads the late code, which the browser caches. A retry needs a new URL, because Firefox caches failed
 * imports.
 */
export async function loadLate(): Promise<LateCode> {
  // Do not destructure this import: the `late-imports` plugin of vite.config.ts only recognises the plain
  // form.
  const late = await import('./late')
  return late.lateCode
}

/** Loads the late code, and retries until it succeeds. */
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
