import { pause } from './timing'

export type LateCode = typeof import('./late').lateCode

const retryPauseMs = 3000

/** The browser keeps it once it has come, and is asked again after a failure, at another address. */
export async function loadLate(): Promise<LateCode> {
  const { lateCode } = await import('./late')
  return lateCode
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
