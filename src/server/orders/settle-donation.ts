import { saveDonation } from '../db/donations'
import { lockOrderByIntent } from '../db/orders'
import type { Queryable } from '../db/store'
import type { Services } from '../services'
import type { IntentFacts } from '../stripe/card-provider'
import { contradicts, type Donation } from './donation'
import { isOurs } from './is-ours'
import { lockKnownDonation } from './lock-known-donation'
import { settleOrder } from './settle-order'
import { settleOrphan } from './settle-orphan'

export type Settlement = 'settled' | 'foreign' | 'unknown' | 'unreachable'

/**
 * Brings what we hold in line with what the provider says of one intent. Called for webhooks, by
 * the settling loop and by the reconciler; as often as anyone likes, in any order, at once.
 */
export async function settleDonation(
  services: Services,
  paymentIntentId: string,
): Promise<Settlement> {
  if (!services.provider) return 'foreign'
  const answer = await services.provider.readIntent(paymentIntentId)
  if (answer.kind === 'unknown') return 'unknown'
  if (answer.kind !== 'ok') return 'unreachable'
  return settleFacts(services, answer.value)
}

/** The same with the provider's word in hand. */
export async function settleFacts(services: Services, facts: IntentFacts): Promise<Settlement> {
  if (!services.provider || !isOurs(facts, services.provider.livemode)) return 'foreign'
  const agreed = await settleLocked(services, facts, 'unsure')
  return agreed ? 'settled' : settleContradiction(services, facts.id)
}

/** Two that settle at once may hold answers of different age: only a later one tells which is old. */
async function settleContradiction(services: Services, id: string): Promise<Settlement> {
  const answer = await services.provider?.readIntent(id)
  if (answer?.kind !== 'ok') return 'unreachable'
  await settleLocked(services, answer.value, 'newest')
  return 'settled'
}

/** False: what the provider said contradicts what we hold; nothing was taken back. */
function settleLocked(
  services: Services,
  facts: IntentFacts,
  age: 'unsure' | 'newest',
): Promise<boolean> {
  return services.store.db.transaction().execute(async trx => {
    const donation = await lockKnownDonation(services, trx, facts, age)
    const settleAt = await settleUnderLock(services, trx, donation, facts)
    const settleAttempts = settleAt === null ? 0 : donation.settleAttempts
    await saveDonation(trx, { ...donation, settleAt, settleAttempts })
    return !contradicts(donation, facts)
  })
}

/** Returns when to look again (ms), or null when nothing is open. */
async function settleUnderLock(
  services: Services,
  trx: Queryable,
  donation: Donation,
  facts: IntentFacts,
): Promise<number | null> {
  const order = await lockOrderByIntent(services.store.engine, trx, facts.id)
  if (order) return settleOrder(services, trx, { order, donation })
  return settleOrphan(services, trx, { donation, facts })
}
