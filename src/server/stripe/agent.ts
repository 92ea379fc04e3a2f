import dns, { type LookupAddress } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'

/** Keeps connections to the provider alive, as the SDK's own agent does. */
export function createAgent(): Agent {
  return new Agent({ keepAlive: true, lookup: createLookup() })
}

/**
 * Looks the provider's name up once for all calls that ask meanwhile. Node runs few lookups at once in a
 * process, and one without an answer takes ten seconds. So many calls of a stranger would make the
 * database's name wait, and free orders with it.
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
