const retryPauseMs = 3000

/** Loads code that comes after the form; retries until it succeeds. */
export async function loadUntilHere<T>(load: () => Promise<T>, onFailure?: () => void): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      onFailure?.()
      await new Promise(resolve => {
        setTimeout(resolve, retryPauseMs)
      })
    }
  }
}

/**
 * Before the load event the browser may restore text into remounted fields after a reload, and the
 * sandbox's script, which the page itself names, may not have run. Resolves after `maxMs` at the latest.
 */
export function pageLoaded(maxMs: number): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise(resolve => {
    window.addEventListener('load', resolve, { once: true })
    setTimeout(resolve, maxMs)
  })
}
