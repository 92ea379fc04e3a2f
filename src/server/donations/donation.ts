import type { IntentFacts } from '../provider/card-provider'

/** `minting`: the provider was asked for an intent and its answer is not stored yet. */
export type DonationState = 'minting' | 'open' | 'processing' | 'canceled' | 'succeeded'

/** One payment intent of ours. Amounts in kopiykas, times in ms since 1970. */
export interface Donation {
  /** Our reference, which the intent carries in its metadata. */
  id: string
  paymentIntentId: string | null
  state: DonationState
  amountKopiykas: number
  receivedKopiykas: number
  refundedKopiykas: number
  disputed: boolean
  livemode: boolean
  failures: number
  addressHash: string
  createdAt: number
  /** When we first knew of it, which may be after the provider did. */
  succeededAt: number | null
  /** When to look at it again; null: nothing is due. */
  settleAt: number | null
  settleAttempts: number
}

const rank: Record<DonationState, number> = {
  minting: 0,
  open: 1,
  processing: 2,
  canceled: 3,
  succeeded: 4,
}

/** What the provider said, applied: the state moves forward only, whatever order news comes in. */
export function advance(donation: Donation, facts: IntentFacts, now: number): Donation {
  if (rank[facts.status] < rank[donation.state]) return donation
  return {
    ...donation,
    paymentIntentId: facts.id,
    state: facts.status,
    amountKopiykas: facts.amountKopiykas,
    receivedKopiykas: facts.receivedKopiykas,
    refundedKopiykas: facts.refundedKopiykas,
    disputed: facts.disputed,
    succeededAt: donation.succeededAt ?? (facts.status === 'succeeded' ? now : null),
  }
}
