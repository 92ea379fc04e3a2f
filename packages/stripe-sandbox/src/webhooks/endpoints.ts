import * as v from 'valibot'
import type { Store } from '../store'

/** An endpoint for the events of the first account. */
export const NewEndpoint = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  secret: v.optional(v.string(), 'whsec_sandbox'),
  /** Event types, or `*`. */
  enabled_events: v.optional(v.array(v.string()), ['*']),
  /** `thin` names the object and leaves it out; the API's v2 writes such events. */
  payload: v.optional(v.picklist(['snapshot', 'thin']), 'snapshot'),
})

/** `fromEnvironment`: the next start may name others. */
export type Endpoint = v.InferOutput<typeof NewEndpoint> & { id: string; fromEnvironment: boolean }

export type Endpoints = ReturnType<typeof loadEndpoints>

const id = 'endpoints'

/** The list is saved: a restart goes on delivering where it stopped. */
export function loadEndpoints(store: Store, fromEnvironment: readonly string[]) {
  const known = (store.get('setting', id)?.value ?? []) as Endpoint[]
  let last = Math.max(0, ...known.map(endpoint => Number(endpoint.id.replace('we_', ''))))
  let list = known.filter(one => !one.fromEnvironment || fromEnvironment.includes(one.url))

  const save = (changed: Endpoint[]) => {
    list = changed
    store.put('setting', { id, value: list })
  }
  const endpoints = {
    all: (): readonly Endpoint[] => list,
    get: (wanted: string) => list.find(endpoint => endpoint.id === wanted),
    /** The ones that asked for events of this type. */
    wanting: (type: string) =>
      list.filter(({ enabled_events: asked }) => asked.includes('*') || asked.includes(type)),
    add: (endpoint: Omit<Endpoint, 'id'>): Endpoint => {
      last += 1
      const added = { id: `we_${last}`, ...endpoint }
      save([...list, added])
      return added
    },
  }
  save(list)
  for (const url of fromEnvironment)
    if (!list.some(endpoint => endpoint.url === url))
      endpoints.add({ ...v.parse(NewEndpoint, { url }), fromEnvironment: true })
  return endpoints
}
