import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { forgetSecrets, readOrCreateSecret } from './db/secrets'
import type { Store } from './db/store'

const dayMs = 86_400_000
const saltPrefix = 'address-salt:'
const saltsKeptMs = 2 * dayMs

export type HashAddress = (address: string) => Promise<string>

/**
 * Addresses are kept only as a hash whose salt changes daily and is then forgotten: enough to see
 * an attack of today, useless for following a person.
 */
export function createAddressHasher(store: Store, now: () => number): HashAddress {
  let today = ''
  let salt = ''
  return async address => {
    const day = new Date(now()).toISOString().slice(0, 10)
    if (day !== today) {
      salt = await readOrCreateSecret(store.db, saltPrefix + day, now())
      today = day
      await forgetSecrets(store.db, saltPrefix, now() - saltsKeptMs)
    }
    return createHmac('sha256', salt).update(networkOf(address)).digest('base64url').slice(0, 22)
  }
}

/** One household has a whole /64 of IPv6 addresses; an IPv4 one is taken as it is. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const gap = plain.includes('::') ? Array(8 - first.length - last.length).fill('0') : []
  return [...first, ...gap, ...last]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
