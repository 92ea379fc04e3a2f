import type { IntentFacts } from '../stripe/card-provider'

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

// A bank that is still deciding may say no, and the intent is open again: these two alternate.
const rank: Record<DonationState, number> = {
  minting: 0,
  open: 1,
  processing: 1,
  canceled: 2,
  succeeded: 3,
}

/**
 * What the provider said, applied: the state moves forward only, whatever order news comes in, and
 * money once known to be given back stays so. `newest`: these facts were asked for after what we
 * hold was stored, so they may also take a refund back (one that failed at the bank).
 */
export function advance(
  donation: Donation,
  facts: IntentFacts,
  now: number,
  age: 'unsure' | 'newest' = 'unsure',
): Donation {
  if (rank[facts.status] < rank[donation.state]) return donation
  const held = age === 'newest' ? { refundedKopiykas: 0, disputed: false } : donation
  return {
    ...donation,
    paymentIntentId: facts.id,
    state: facts.status,
    amountKopiykas: facts.amountKopiykas,
    receivedKopiykas: facts.receivedKopiykas,
    refundedKopiykas: Math.max(held.refundedKopiykas, facts.refundedKopiykas),
    disputed: held.disputed || facts.disputed,
    succeededAt: donation.succeededAt ?? (facts.status === 'succeeded' ? now : null),
  }
}

/** Whether these facts say less than what we hold: read earlier, or a refund was taken back. */
export function contradicts(donation: Donation, facts: IntentFacts): boolean {
  if (facts.status !== 'succeeded' || donation.state !== 'succeeded') return false
  return (
    facts.refundedKopiykas < donation.refundedKopiykas || (donation.disputed && !facts.disputed)
  )
}
