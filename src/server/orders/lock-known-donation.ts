import { insertDonation, lockDonation, saveDonation } from '../db/donations'
import type { Queryable } from '../db/store'
import type { Services } from '../services'
import type { IntentFacts } from '../stripe/card-provider'
import { advance, type Donation } from './donation'
import { newDonation } from './new-donation'

/**
 * The donation of an intent, held for this transaction and brought up to what the provider says.
 * One that we have no row of (lost answer, restored backup) is adopted by our reference.
 */
export async function lockKnownDonation(
  services: Services,
  trx: Queryable,
  facts: IntentFacts,
  age: 'unsure' | 'newest' = 'unsure',
): Promise<Donation> {
  const donation = (await lock(services, trx, facts)) ?? (await adopt(services, trx, facts))
  const advanced = {
    ...advance(donation, facts, services.now(), age),
    paymentIntentId: facts.id,
    livemode: facts.livemode,
  }
  await saveDonation(trx, advanced)
  return advanced
}

function lock(services: Services, trx: Queryable, facts: IntentFacts): Promise<Donation | null> {
  return lockDonation(services.store.engine, trx, { paymentIntentId: facts.id, ref: facts.ref })
}

async function adopt(services: Services, trx: Queryable, facts: IntentFacts): Promise<Donation> {
  await insertDonation(trx, {
    ...newDonation(facts.amountKopiykas, '', facts.createdAt),
    id: facts.ref ?? facts.id,
    paymentIntentId: facts.id,
    state: 'open',
  })
  const donation = await lock(services, trx, facts)
  if (!donation) throw new Error('A donation was neither stored nor found.')
  return donation
}
