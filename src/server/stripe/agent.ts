import dns, { type LookupAddress } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'

/** The connections to the provider, as the SDK's own agent keeps them. */
export function createAgent(): Agent {
  return new Agent({ keepAlive: true, lookup: createLookup() })
}

/**
 * Looks the provider's name up once for all who ask meanwhile. Node runs two lookups at once in the
 * whole process, and one that gets no answer takes ten seconds: the database's name would wait behind
 * those of a stranger's intents, and free orders with it.
 */
export function createLookup(): LookupFunction {
  const pending = new Map<string, Promise<LookupAddress[]>>()
  const lookUp = (hostname: string) => {
    const found = dns.promises
      .lookup(hostname, { all: true })
      .finally(() => pending.delete(hostname))
    pending.set(hostname, found)
    return found
  }
  return (hostname, { all }, callback) => {
    const found = pending.get(hostname) ?? lookUp(hostname)
    found.then(
      addresses => {
        const [first] = addresses
        if (all) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      error => callback(error, []),
    )
  }
}
