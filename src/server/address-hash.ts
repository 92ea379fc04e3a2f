import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { dayMs } from '../shared/durations'
import { deleteSecrets, findOrCreateSecret } from './db/secrets'
import type { Store } from './db/store'

const saltPrefix = 'address-salt:'
const saltsKeptMs = 2 * dayMs
/** Each network has so many hexadecimal digits, which sort alike in any collation. */
const digits = 10

/** Hashes an address with the salt of the day of `at` (ms), by default today. */
export type HashAddress = (address: string, at?: number) => Promise<string>

/**
 * Hashes addresses with a salt that changes daily and is then deleted. That is enough to see today's
 * attack, and useless for tracking a person. The hashes of one network begin alike.
 */
export function createAddressHasher(store: Store, now: () => number): HashAddress {
  const salts = new Map<string, string>()
  return async (address, at = now()) => {
    const day = new Date(at).toISOString().slice(0, 10)
    let salt = salts.get(day)
    if (salt === undefined) {
      salt = await findOrCreateSecret(store.db, saltPrefix + day, now())
      await deleteSecrets(store.db, saltPrefix, now() - saltsKeptMs)
      // In the minutes after midnight two salts are in use.
      if (salts.size > 1) salts.clear()
      salts.set(day, salt)
    }
    const key = salt
    const hash = (network: string) =>
      createHmac('sha256', key).update(network).digest('hex').slice(0, digits)
    return networksOf(address).map(hash).join('')
  }
}

/** Lists the prefixes of an address hash: the address itself first, then the networks around it. */
export function networksIn(addressHash: string): string[] {
  const count = Math.floor(addressHash.length / digits)
  return Array.from({ length: count }, (_, wider) => addressHash.slice(0, digits * (count - wider)))
}

/** Returns the prefix of the widest network. */
export function widestNetworkIn(addressHash: string): string {
  return networksIn(addressHash).at(-1) ?? addressHash
}

/** Returns the widest network of an address, to count by in memory. It must never be stored. */
export function widestNetworkOf(address: string): string {
  return networksOf(address)[0] ?? ''
}

/**
 * Lists what counts as one sender, the widest first: an IPv4 address, or an IPv6 site (/48) and household
 * (/64).
 */
function networksOf(address: string): string[] {
  // Some proxies add a port, which differs for each connection. All other text counts as one address.
  const written = ipaddr.isValid(address) ? address : withoutPort(address)
  if (!ipaddr.isValid(written)) return ['']
  // An IPv4 address inside an IPv6 one counts as IPv4.
  const parsed = ipaddr.process(written)
  if (!('parts' in parsed)) return [parsed.toString()]
  return [3, 4].map(groups => parsed.parts.slice(0, groups).join(':'))
}

/** Drops the port of `198.51.100.7:49152` and `[2001:db8::7]:49152`. */
function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^\[([^\]]*)\]|^([\d.]+):/.exec(address) ?? []
  return bracketed ?? dotted ?? ''
}

/** An address has the limits once, and the IPv6 /48 around it has them four times. */
export const networkFactors = [1, 4]
