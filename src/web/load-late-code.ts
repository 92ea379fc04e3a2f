/**
 * Runs a dynamic import once all its files are here: the build puts this around each (vite.config.ts).
 * Browsers older than 2026 remember a module that did not come and never ask for it again
 * (github.com/whatwg/html/issues/6768). A fetch that failed can be repeated, and the import then finds
 * its files in the cache.
 */
export async function loadLateCode<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce))
  return load()
}

/** What the page itself has named came with it. */
async function fetchOnce(file: string): Promise<void> {
  const address = `/${file}`
  if (document.querySelector(`[href="${address}"], [src="${address}"]`)) return
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  await answer.blob()
}
