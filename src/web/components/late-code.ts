/** The pause before code that did not come is asked for again, in ms. */
const retryPause = 3000

/** Loads code that comes after the form, again and again until it is here. */
export async function loadUntilHere<T>(load: () => Promise<T>, onFailure?: () => void): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      onFailure?.()
      await new Promise(resolve => {
        setTimeout(resolve, retryPause)
      })
    }
  }
}

/** Runs the work when the page has nothing more urgent to do. The answer calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback; after a second the first paint is long over.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: 3000 })
  return () => window.cancelIdleCallback(handle)
}
