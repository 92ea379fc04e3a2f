import * as v from 'valibot'
import { newId } from './ids'
import type { Store } from './store'

/** An endpoint for the events of the first account. */
export const NewEndpoint = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  secret: v.optional(v.string(), 'whsec_sandbox'),
})

export type Endpoint = v.InferOutput<typeof NewEndpoint> & { id: string }

/** Loads the endpoints of the environment and those that were added since, which outlive a restart. */
export function loadEndpoints(store: Store, urls: readonly string[]) {
  const fixed = urls.map(url => ({ id: url, ...v.parse(NewEndpoint, { url }) }))
  const added = store.setting<Endpoint[]>('endpoints', [])
  const all = (): Endpoint[] => [...fixed, ...added.get()]
  return {
    all,
    get: (id: string) => all().find(endpoint => endpoint.id === id),
    add(values: Omit<Endpoint, 'id'>): Endpoint {
      const endpoint = { id: newId('we', 'sandbox'), ...values }
      added.set([...added.get(), endpoint])
      return endpoint
    },
  }
}
