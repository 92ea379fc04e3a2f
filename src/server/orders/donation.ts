import { createHash } from 'node:crypto'
import { currency } from '../../shared/donation-amount'
import { randomId } from '../db/random'
import type { Donation, Payment } from '../db/schema'
import type { PaymentIntent } from '../stripe/payment-provider'

/** Whole UAH to kopiykas, the provider's minor unit: the one place where amounts change units. */
export function toKopiykas(uah: number): number {
  return uah * 100
}

/** Kopiykas to whole UAH. */
export function toUah(kopiykas: number): number {
  return Math.floor(kopiykas / 100)
}

/** A donation that the provider does not know of yet. Amount in kopiykas, `now` in ms. */
export function createDonation(given: {
  amountKopiykas: number
  addressHash: string
  livemode: boolean
  now: number
}): Donation {
  const { now, ...donation } = given
  return {
    ...donation,
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
    revision: 0,
    matched: false,
    draft: null,
    draftedAt: null,
  }
}

/** Our unpaid intents are cancelled at this age, in ms. */
export const staleAfterMs = 24 * 3_600_000

/** The row of an intent that we have none of: its answer was lost, or a backup was restored. */
export function adoptDonation(intent: PaymentIntent): Donation {
  const { amountKopiykas, livemode, createdAt } = intent
  const donation = createDonation({ amountKopiykas, livemode, addressHash: '', now: createdAt })
  return { ...donation, id: intent.ref ?? intent.id, paymentIntentId: intent.id }
}

/** What the provider said, applied. The time of success is when we first knew of it. */
export function applyIntent(donation: Donation, intent: PaymentIntent, now: number): Donation {
  const succeededAt = Math.min(donation.succeededAt ?? now, now)
  return {
    ...donation,
    paymentIntentId: intent.id,
    secretHash: hashSecret(intent.clientSecret),
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

/** Whether this is the payment's client secret. A row that has not heard of its intent has none. */
export function isSecretOf({ secretHash }: Donation, clientSecret: string): boolean {
  return secretHash === null || secretHash === hashSecret(clientSecret)
}

/**
 * An intent of this installation and mode: its reference names a row of ours, or it bears our
 * installation's id. Others of the same account (another parish, staging) are none of our business.
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

/**
 * What an order's payment is by its donation; `before` is what it was held to be. All the money
 * back, or a dispute about it, outranks that it once was paid.
 */
export function paymentOf(donation: Donation, before: Payment): Payment {
  if (donation.state === 'processing') return 'awaiting'
  if (donation.state === 'canceled') return 'claimed'
  if (donation.state !== 'succeeded') return before
  if (donation.disputed) return 'disputed'
  return donation.refundedKopiykas >= donation.receivedKopiykas ? 'returned' : 'paid'
}
