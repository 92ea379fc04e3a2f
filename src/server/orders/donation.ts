import { createHash } from 'node:crypto'
import { currency } from '../../shared/donation-amount'
import { dayMs } from '../../shared/durations'
import type { Donation, LearnedBy, OrderPayment } from '../db/schema'
import type { PaymentIntent } from '../stripe/payment-provider'

/**
 * Creates the row of an intent, without the state that `applyIntent` adds. `addressHash` is empty if the
 * answer to its creation was lost or a backup was restored: nobody knows then who asked for it.
 */
export function createDonation(
  intent: Pick<PaymentIntent, 'id' | 'amountKopiykas' | 'livemode' | 'createdAt'>,
  addressHash = '',
): Donation {
  const { id, amountKopiykas, livemode, createdAt } = intent
  return {
    paymentIntentId: id,
    secretHash: null,
    state: 'open',
    amountKopiykas,
    receivedKopiykas: 0,
    refundedKopiykas: 0,
    disputed: false,
    livemode,
    failures: 0,
    addressHash,
    createdAt,
    succeededAt: null,
    learnedBy: null,
    nextCheckAt: createdAt + staleAfterMs,
    checkAttempts: 0,
    revision: 0,
    hasOrder: false,
    draft: null,
    draftedAt: null,
    draftVersion: -1,
    answeredAt: null,
  }
}

/** An unpaid intent of this age is canceled, ms. */
export const staleAfterMs = dayMs

/** Applies what the provider says. Who told of the success first stays in `learnedBy`. */
export function applyIntent(
  donation: Donation,
  intent: PaymentIntent,
  now: number,
  by: LearnedBy = 'check',
): Donation {
  const isNews = intent.status === 'succeeded' && donation.succeededAt === null
  return {
    ...donation,
    // The API's schema allows an intent without a secret.
    secretHash: intent.clientSecret ? hashSecret(intent.clientSecret) : donation.secretHash,
    state: intent.status,
    amountKopiykas: intent.amountKopiykas,
    receivedKopiykas: intent.receivedKopiykas,
    refundedKopiykas: intent.refundedKopiykas,
    disputed: intent.disputed,
    livemode: intent.livemode,
    succeededAt: intent.status === 'succeeded' ? (donation.succeededAt ?? now) : null,
    learnedBy: donation.learnedBy ?? (isNews ? by : null),
  }
}

export function hashSecret(clientSecret: string): string {
  return createHash('sha256').update(clientSecret).digest('base64url')
}

export function isSecretOf({ secretHash }: Donation, clientSecret: string): boolean {
  return secretHash === hashSecret(clientSecret)
}

/** Tells our intents from those of another parish or of staging on the same account. */
export function isOurs(
  intent: PaymentIntent,
  donation: Donation | undefined,
  { livemode, installation }: { livemode: boolean; installation: string },
): boolean {
  if (intent.currency !== currency || intent.livemode !== livemode) return false
  return donation !== undefined || intent.installation === installation
}

/** Returns the payment state of the donation's order. A dispute or a full refund outranks `paid`. */
export function paymentOf(donation: Donation): OrderPayment {
  if (donation.state !== 'succeeded') return 'claimed'
  if (donation.disputed) return 'disputed'
  return donation.refundedKopiykas >= donation.receivedKopiykas ? 'returned' : 'paid'
}
