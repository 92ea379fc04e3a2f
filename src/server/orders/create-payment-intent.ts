import { insertDonation, saveDonation } from '../db/donations'
import type { Services } from '../services'
import type { MintedIntent } from '../stripe/card-provider'
import { advance, type Donation } from './donation'
import { toKopiykas } from './kopiykas'
import { newDonation } from './new-donation'

export type MintOutcome = { kind: 'minted'; clientSecret: string } | { kind: 'unavailable' }

/**
 * Asks the provider for an intent. Our row is written before the call and completed after it, so
 * that an intent whose answer we lost can still be recognised by its reference.
 */
export async function createPaymentIntent(
  services: Services,
  request: { uah: number; addressHash: string },
): Promise<MintOutcome> {
  if (!services.provider) return { kind: 'unavailable' }
  const amount = toKopiykas(request.uah)
  const donation = {
    ...newDonation(amount, request.addressHash, services.now()),
    livemode: services.provider.livemode,
  }
  await insertDonation(services.store.db, donation)
  const answer = await services.provider.mintIntent(donation.id, amount)
  if (answer.kind !== 'ok') {
    services.log.error({ answer }, 'the card provider did not mint an intent')
    return { kind: 'unavailable' }
  }
  return handOver(services, donation, answer.value)
}

async function handOver(
  services: Services,
  donation: Donation,
  minted: MintedIntent,
): Promise<MintOutcome> {
  const known = advance(donation, minted, services.now())
  await saveDonation(services.store.db, { ...known, livemode: minted.livemode })
  return { kind: 'minted', clientSecret: minted.clientSecret }
}
