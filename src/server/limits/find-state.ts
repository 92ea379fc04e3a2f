import pLimit from 'p-limit'
import { findStates, idsAtOnce } from '../db/donations'
import type { Donation } from '../db/schema'
import type { Store } from '../db/store'

/** Returns the state of a payment, or undefined if it is not ours. */
export type FindState = (paymentIntentId: string) => Promise<Donation['state'] | undefined>

/**
 * Looks up payments, which strangers may have made up. Only one query runs at a time, for all ids that came
 * in meanwhile, so however many there are, they take one connection.
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
