import type { Store } from '../db/store'
import { type CountRequest, countHere, countTogether } from './count-requests'
import { type Allowance, type LimitedCall, limits } from './limits'

/** Counts one request of an address. Resolves to the ms it has to wait; 0: it may go on. */
export type Admit = (call: LimitedCall, addressHash: string) => Promise<number>

/** The counters of every call; `factor` multiplies the numbers of limits.ts. */
export function createAdmission(store: Store, factor: number): Admit {
  const scale = ({ points, seconds }: Allowance) => ({
    points: Math.max(1, Math.round(points * factor)),
    seconds,
  })
  const counters = Object.fromEntries(
    Object.entries(limits).map(([call, { perAddress, everyone }]) => [
      call,
      {
        perAddress: perAddress.map(allowance => countTogether(store, call, scale(allowance))),
        everyone: everyone ? countHere(`${call}/everyone`, scale(everyone)) : null,
      },
    ]),
  )
  return async (call, addressHash) => {
    const counter = counters[call]
    if (!counter) return 0
    const own = await countEach(counter.perAddress, addressHash)
    // One who is refused for themselves must not use up what is meant for everyone.
    return own > 0 ? own : ((await counter.everyone?.('all')) ?? 0)
  }
}

async function countEach(counters: CountRequest[], key: string): Promise<number> {
  for (const count of counters) {
    const waitMs = await count(key)
    if (waitMs > 0) return waitMs
  }
  return 0
}
