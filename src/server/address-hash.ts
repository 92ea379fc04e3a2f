import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { dayMs } from '../shared/durations'
import { deleteSecrets, findOrCreateSecret } from './db/secrets'
import type { Store } from './db/store'

const saltPrefix = 'address-salt:'
const saltsKeptMs = 2 * dayMs
/** Hexadecimal digits per network: they sort alike in any collation. */
const digits = 10

/** The hash of an address on the day of `at` (ms), by default today. */
export type HashAddress = (address: string, at?: number) => Promise<string>

/**
 * Hashes addresses with a salt that changes daily and is deleted: enough to see today's attack,
 * useless for tracking a person. The hashes of one network have a common prefix.
 */
export function createAddressHasher(store: Store, now: () => number): HashAddress {
  const salts = new Map<string, string>()
  return async (address, at = now()) => {
    const day = new Date(at).toISOString().slice(0, 10)
    let salt = salts.get(day)
    if (salt === undefined) {
      salt = await findOrCreateSecret(store.db, saltPrefix + day, now())
      await deleteSecrets(store.db, saltPrefix, now() - saltsKeptMs)
      // Two salts are in use in the minutes after midnight.
      if (salts.size > 1) salts.clear()
      salts.set(day, salt)
    }
    const key = salt
    const hash = (network: string) =>
      createHmac('sha256', key).update(network).digest('hex').slice(0, digits)
    return networksOf(address).map(hash).join('')
  }
}

/** The prefixes of an address hash: its own address first, then the networks around it. */
export function networksIn(addressHash: string): string[] {
  const count = Math.floor(addressHash.length / digits)
  return Array.from({ length: count }, (_, wider) => addressHash.slice(0, digits * (count - wider)))
}

/** The widest of them. */
export function widestNetworkIn(addressHash: string): string {
  return networksIn(addressHash).at(-1) ?? addressHash
}

/** The widest network of an address, as `widestNetworkIn` its hash: to count by in memory, never to store. */
export function widestNetworkOf(address: string): string {
  return networksOf(address)[0] ?? ''
}

/** What counts as one sender, widest first: an IPv4 address; an IPv6 site (/48) and household (/64). */
function networksOf(address: string): string[] {
  // Some proxies add a port, another one for each connection. Whatever is no address counts as one.
  const written = ipaddr.isValid(address) ? address : withoutPort(address)
  if (!ipaddr.isValid(written)) return ['']
  // IPv4 in IPv6 is IPv4.
  const parsed = ipaddr.process(written)
  if (!('parts' in parsed)) return [parsed.toString()]
  return [3, 4].map(groups => parsed.parts.slice(0, groups).join(':'))
}

/** `198.51.100.7:49152`, `[2001:db8::7]:49152`. */
function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^\[([^\]]*)\]|^([\d.]+):/.exec(address) ?? []
  return bracketed ?? dotted ?? ''
}

/** Multiples of the limits for an address, and for the IPv6 /48 around it. */
export const networkFactors = [1, 4]
