import { countFailures, countIntents, countSucceeded, forgetFailures } from '../db/card-testing'
import type { Queryable } from '../db/store'
import { readWatermark, setWatermark } from '../db/watermarks'
import type { Services } from '../services'
import { attackLastsMs, attackLookMs, attackSigns, failureWindowMs } from './limits'

/** Whether the service as a whole is under attack. All processes come to know within seconds. */
export interface AttackWatch {
  /** Never throws: who cannot look sees no attack. */
  isUnderAttack(): Promise<boolean>
  /** A request was refused for its number: many of these are a sign. */
  noteRefusal(): void
}

const refusalWindowMs = 60_000

/** `factor` scales the numbers of the signs, as it does the limits. */
export function watchForAttack({ store, now, log }: Services, factor: number): AttackWatch {
  let attackUntil = 0
  let lookAgainAt = 0
  let refusals = { since: 0, count: 0 }

  async function look(): Promise<void> {
    const at = now()
    const isFresh = at - refusals.since <= refusalWindowMs
    const isRefusing = isFresh && refusals.count >= attackSigns.refusedPerMinute * factor
    const sign = isRefusing ? 'refusals' : await findSign(store.db, at, factor)
    if (sign) {
      if (at >= attackUntil) log.warn({ sign }, 'an attack: browsers are asked for a proof of work')
      await setWatermark(store.db, 'attack-until', at + attackLastsMs)
    }
    await forgetFailures(store.db, at - 2 * failureWindowMs)
    // A watermark set by a clock that was ahead does not count for longer than any other.
    const until = (await readWatermark(store.db, 'attack-until')) ?? 0
    attackUntil = Math.min(until, at + attackLastsMs)
  }

  return {
    async isUnderAttack() {
      if (now() >= lookAgainAt) {
        lookAgainAt = now() + attackLookMs
        await look().catch(error => log.error({ err: error }, 'could not look for signs of attack'))
      }
      return now() < attackUntil
    },
    noteRefusal() {
      if (now() - refusals.since > refusalWindowMs) refusals = { since: now(), count: 0 }
      refusals.count++
    },
  }
}

async function findSign(db: Queryable, now: number, factor: number): Promise<string | null> {
  const since = now - attackSigns.windowMs
  const [declined, paid, minted] = [
    await countFailures(db, since),
    await countSucceeded(db, since),
    await countIntents(db, since),
  ]
  if (declined >= attackSigns.declined * factor && declined > paid) return 'declined cards'
  if (minted >= attackSigns.intents * factor && paid < minted * attackSigns.paidShare)
    return 'intents that nobody pays'
  return null
}
