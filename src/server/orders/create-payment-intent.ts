import { insertDonation, saveDonation } from '../db/donations'
import { makeRoom } from '../limits/card-testing'
import type { Services } from '../services'
import { applyIntent, createDonation, toKopiykas } from './donation'

/**
 * Creates an intent of a whole UAH amount. Our row is written before the call, so that an intent
 * whose answer was lost is recognized by its reference. Resolves to the client secret; null: no
 * card can be taken now.
 */
export async function createPaymentIntent(
  services: Services,
  { uah, addressHash }: { uah: number; addressHash: string },
): Promise<string | null> {
  const { provider, store, log, now } = services
  if (!provider) return null
  const amountKopiykas = toKopiykas(uah)
  const { livemode } = provider
  const donation = createDonation({ amountKopiykas, addressHash, livemode, now: now() })
  await insertDonation(store.db, donation)
  await makeRoom(services, addressHash)
  const answer = await provider.createIntent(donation.id, amountKopiykas)
  if (answer.kind !== 'ok') {
    log.error({ answer }, 'the payment provider did not create an intent')
    return null
  }
  await saveDonation(store.db, applyIntent(donation, answer.value, now()))
  return answer.value.clientSecret
}
