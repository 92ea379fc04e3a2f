import type { Account } from '../ids'
import type { Store } from '../store'

/** A webhook endpoint. */
export interface Endpoint {
  id: string
  url: string
  secret: string
  /** After a roll the old secret signs too, until then (ms). */
  oldSecret?: { secret: string; until: number }
  /** Event types, or `*`. */
  enabledEvents: string[]
  account: Account
  /** Named in the environment, so that the next start may name others. */
  fromEnvironment: boolean
}

export const fixedWebhookSecret = 'whsec_sandbox'

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
    all: () => list,
    get: (wanted: string) => list.find(endpoint => endpoint.id === wanted),
    /** The ones that asked for events of this type of the account. */
    wanting: (type: string, account: Account) =>
      list.filter(
        ({ enabledEvents, account: owner }) =>
          owner === account && (enabledEvents.includes('*') || enabledEvents.includes(type)),
      ),
    add: (endpoint: Omit<Endpoint, 'id'>): Endpoint => {
      last += 1
      const added = { id: `we_${last}`, ...endpoint }
      save([...list, added])
      return added
    },
    change: (changed: string, change: Partial<Endpoint>): Endpoint | undefined => {
      save(list.map(one => (one.id === changed ? { ...one, ...change } : one)))
      return endpoints.get(changed)
    },
  }

  save(list)
  for (const url of fromEnvironment)
    if (!list.some(endpoint => endpoint.url === url))
      endpoints.add({
        url,
        secret: fixedWebhookSecret,
        enabledEvents: ['*'],
        account: 'sandbox',
        fromEnvironment: true,
      })
  return endpoints
}
