import { createHash } from 'node:crypto'
import { currency } from '../../shared/donation-amount'
import type { Donation, Payment } from '../db/schema'
import { randomId } from '../db/store'
import type { PaymentIntent } from '../stripe/payment-provider'

/** Amounts change units only here: UAH in requests, kopiykas in the store and at the provider. */
export function toKopiykas(uah: number): number {
  return uah * 100
}

export function toUah(kopiykas: number): number {
  return Math.floor(kopiykas / 100)
}

/** A donation whose intent does not exist yet. */
export function createDonation({
  now,
  ...known
}: {
  amountKopiykas: number
  addressHash: string
  livemode: boolean
  now: number
}): Donation {
  return {
    ...known,
    id: randomId(),
    paymentIntentId: null,
    secretHash: null,
    state: 'creating',
    receivedKopiykas: 0,
    refundedKopiykas: 0,
    disputed: false,
    failures: 0,
    createdAt: now,
    succeededAt: null,
    nextCheckAt: now + staleAfterMs,
    checkAttempts: 0,
    reversalReportedAt: null,
    revision: 0,
    matched: false,
    draft: null,
    draftedAt: null,
  }
}

/** Unpaid intents are canceled at this age, ms. */
export const staleAfterMs = 24 * 3_600_000

/** A row for an intent without one: its answer was lost, or a backup was restored. */
export function adoptDonation(intent: PaymentIntent): Donation {
  const { amountKopiykas, livemode, createdAt } = intent
  const donation = createDonation({ amountKopiykas, livemode, addressHash: '', now: createdAt })
  return { ...donation, id: intent.ref ?? intent.id, paymentIntentId: intent.id }
}

export function applyIntent(donation: Donation, intent: PaymentIntent, now: number): Donation {
  const succeededAt = Math.min(donation.succeededAt ?? now, now)
  return {
    ...donation,
    paymentIntentId: intent.id,
    // The provider's schema allows an intent without it.
    secretHash: intent.clientSecret ? hashSecret(intent.clientSecret) : donation.secretHash,
    state: intent.status,
    amountKopiykas: intent.amountKopiykas,
    receivedKopiykas: intent.receivedKopiykas,
    livemode: intent.livemode,
    succeededAt: intent.status === 'succeeded' ? succeededAt : null,
  }
}

function hashSecret(clientSecret: string): string {
  return createHash('sha256').update(clientSecret).digest('base64url')
}

/** A row without its intent accepts any secret: the provider's is checked after the reading. */
export function isSecretOf({ secretHash }: Donation, clientSecret: string): boolean {
  return secretHash === null || secretHash === hashSecret(clientSecret)
}

/**
 * Whether this installation created the intent, by its reference or installation id: a provider's
 * account may serve others (another parish, staging).
 */
export function isOurs(
  intent: PaymentIntent,
  donation: Donation | undefined,
  { livemode, installation }: { livemode: boolean; installation: string },
): boolean {
  if (intent.currency !== currency || intent.livemode !== livemode || intent.ref === null)
    return false
  return intent.ref === donation?.id || intent.installation === installation
}

/** The payment state of an order. A full refund or an open dispute outranks `paid`. */
export function paymentOf(donation: Donation, before: Payment): Payment {
  if (donation.state === 'processing') return 'awaiting'
  if (donation.state === 'canceled') return 'claimed'
  if (donation.state !== 'succeeded') return before
  if (donation.disputed) return 'disputed'
  return donation.refundedKopiykas >= donation.receivedKopiykas ? 'returned' : 'paid'
}
