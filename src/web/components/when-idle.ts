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
