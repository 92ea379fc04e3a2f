/** The pause before code that did not load is requested again, in ms. */
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

/** What the page loads may hang, but not for longer than this, in ms. */
const longestLoad = 3000

/**
 * Until then the browser may put a reload's old text into fields that are made anew, and the
 * sandbox's script, which the page itself names, may not have run.
 */
export function pageLoaded(): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise(resolve => {
    window.addEventListener('load', resolve, { once: true })
    setTimeout(resolve, longestLoad)
  })
}
