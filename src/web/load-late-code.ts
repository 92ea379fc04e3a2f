/** The files that are here, or on their way. */
const files = new Map<string, Promise<void>>()

/**
 * Runs a dynamic import once all its files are here: the build puts this around each (vite.config.ts).
 * Browsers older than 2026 remember a module that did not come and never ask for it again
 * (github.com/whatwg/html/issues/6768). A fetch that failed can be repeated, and the import then finds
 * its files in the cache.
 */
export async function loadLateCode<T>(load: () => Promise<T>, names: string[] = []): Promise<T> {
  await Promise.all(names.map(fetchOnce))
  return load()
}

function fetchOnce(name: string): Promise<void> {
  const file = files.get(name) ?? fetchFile(`/${name}`)
  files.set(name, file)
  file.catch(() => files.delete(name))
  return file
}

/** What the page itself has named came with it. */
async function fetchFile(address: string): Promise<void> {
  if (document.querySelector(`[href="${address}"], [src="${address}"]`)) return
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  await answer.blob()
}
