import type { Account } from '../objects/new-id'
import type { NoteRows } from '../store/note-rows'

/** Whoever wants to be told. */
export interface Endpoint {
  id: string
  url: string
  secret: string
  /** After a roll the old secret signs too, until then (ms). */
  oldSecret?: { secret: string; until: number }
  /** Event types, or `*`. */
  enabledEvents: string[]
  /** Whose events; the first account's if absent. */
  account?: Account
  /** Named in the environment, so that the next start may name others. */
  fromEnvironment: boolean
}

export const fixedWebhookSecret = 'whsec_sandbox'

export interface Endpoints {
  all(): readonly Endpoint[]
  get(id: string): Endpoint | undefined
  add(endpoint: Omit<Endpoint, 'id'>): Endpoint
  change(id: string, change: Partial<Omit<Endpoint, 'id'>>): Endpoint | undefined
  remove(id: string): boolean
}

const note = 'endpoints'

/** The list is kept: a restart goes on delivering where it stopped. */
export function endpointList(notes: NoteRows, fromEnvironment: readonly string[]): Endpoints {
  const known = notes.read<Endpoint[]>(note, [])
  const numbers = known.map(endpoint => Number(endpoint.id.replace('we_', '')))
  let last = Math.max(0, ...numbers)
  let list = known.filter(one => !one.fromEnvironment || fromEnvironment.includes(one.url))

  const keep = (changed: Endpoint[]) => {
    list = changed
    notes.write(note, list)
  }
  const add = (endpoint: Omit<Endpoint, 'id'>) => {
    last += 1
    const added = { id: `we_${last}`, ...endpoint }
    keep([...list, added])
    return added
  }

  keep(list)
  for (const url of fromEnvironment)
    if (!list.some(endpoint => endpoint.url === url))
      add({ url, secret: fixedWebhookSecret, enabledEvents: ['*'], fromEnvironment: true })

  return {
    all: () => list,
    get: id => list.find(endpoint => endpoint.id === id),
    add,
    change: (id, change) => {
      keep(list.map(endpoint => (endpoint.id === id ? { ...endpoint, ...change } : endpoint)))
      return list.find(endpoint => endpoint.id === id)
    },
    remove: id => {
      const before = list.length
      keep(list.filter(endpoint => endpoint.id !== id))
      return list.length < before
    },
  }
}

/** Whether the endpoint has asked for events of this type, and is the account's. */
export function wants(endpoint: Endpoint, type: string, account: Account): boolean {
  if ((endpoint.account ?? 'sandbox') !== account) return false
  return endpoint.enabledEvents.includes('*') || endpoint.enabledEvents.includes(type)
}
