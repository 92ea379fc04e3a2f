import pLimit from 'p-limit'
import { findStates, idsAtOnce } from '../db/donations'
import type { Donation } from '../db/schema'
import type { Store } from '../db/store'

/** The state of a payment of ours; undefined: it is not ours. */
export type FindState = (paymentIntentId: string) => Promise<Donation['state'] | undefined>

/**
 * Looks up payments that strangers may have made up: in one query at a time, for all that were named
 * meanwhile. So they use one connection, and nobody waits behind their number.
 */
export function createStateFinder({ db }: Pick<Store, 'db'>): FindState {
  const oneAtATime = pLimit(1)
  let next: { ids: Set<string>; states: ReturnType<typeof findStates> } | null = null

  return async id => {
    if (!next || next.ids.size >= idsAtOnce) {
      const ids = new Set<string>()
      const states = oneAtATime(() => {
        if (next?.ids === ids) next = null
        return findStates(db, [...ids])
      })
      next = { ids, states }
    }
    next.ids.add(id)
    return (await next.states).get(id)
  }
}
