import { countFailures, countSucceeded } from '../db/card-testing'
import type { Queryable } from '../db/store'
import { failuresPerAddress, failureWindowMs } from './limits'

/**
 * Whether an address looks like somebody who tries stolen cards: several declined payments within
 * the hour, and more than went through. A whole parish behind one address has declined cards too,
 * but more good ones.
 */
export async function testsCards(
  db: Queryable,
  addressHash: string,
  now: number,
): Promise<boolean> {
  // Intents found at the provider after a restore have no address.
  if (addressHash === '') return false
  const since = now - failureWindowMs
  const failed = await countFailures(db, since, addressHash)
  if (failed < failuresPerAddress) return false
  return failed > (await countSucceeded(db, since, addressHash))
}
