import { randomId } from '../db/random-id'
import type { Donation } from './donation'

/** A donation that the provider does not know of yet. Amount in kopiykas, `now` in ms. */
export function newDonation(amountKopiykas: number, addressHash: string, now: number): Donation {
  return {
    id: randomId(),
    paymentIntentId: null,
    state: 'minting',
    amountKopiykas,
    receivedKopiykas: 0,
    refundedKopiykas: 0,
    disputed: false,
    livemode: false,
    failures: 0,
    addressHash,
    createdAt: now,
    succeededAt: null,
    settleAt: null,
    settleAttempts: 0,
  }
}
