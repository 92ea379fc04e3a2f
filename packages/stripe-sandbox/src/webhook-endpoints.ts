import * as v from 'valibot'
import { newId } from './ids'
import type { Store } from './store'

/** An endpoint for the events of the first account. */
export const NewEndpoint = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  secret: v.optional(v.string(), 'whsec_sandbox'),
  /** `thin` names the object and leaves it out; the API's v2 writes such events. */
  payload: v.optional(v.picklist(['snapshot', 'thin']), 'snapshot'),
})

/** `fromEnvironment`: replaced at each start. */
export type Endpoint = v.InferOutput<typeof NewEndpoint> & { id: string; fromEnvironment: boolean }

/** Saved, so that a restart goes on delivering. */
export function loadEndpoints(store: Store, fromEnvironment: readonly string[]) {
  const { get, set } = store.setting<Endpoint[]>('endpoints', [])
  const add = (endpoint: Omit<Endpoint, 'id'>): Endpoint => {
    const added = { id: newId('we', 'sandbox'), ...endpoint }
    set([...get(), added])
    return added
  }
  set(get().filter(one => !one.fromEnvironment || fromEnvironment.includes(one.url)))
  for (const url of fromEnvironment)
    if (!get().some(endpoint => endpoint.url === url))
      add({ ...v.parse(NewEndpoint, { url }), fromEnvironment: true })
  return {
    all: get,
    get: (id: string) => get().find(endpoint => endpoint.id === id),
    add,
  }
}
