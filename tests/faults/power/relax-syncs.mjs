// Loaded before the server as a control: a store with fewer syncs loses orders.
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) register(import.meta.url)

/** A hook of Node (nodejs.org/api/module.html#loadurl-context-nextload): the driver is sealed. */
export async function load(url, context, nextLoad) {
  const { source, ...loaded } = await nextLoad(url, context)
  if (!source) return { ...loaded, source }
  return { ...loaded, source: String(source).replace('synchronous = FULL', 'synchronous = NORMAL') }
}
