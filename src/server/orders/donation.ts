import { createHash } from 'node:crypto'
import { currency } from '../../shared/donation-amount'
import { dayMs } from '../../shared/durations'
import type { Donation, LearnedBy, OrderPayment } from '../db/schema'
import type { PaymentIntent } from '../stripe/payment-provider'

/**
 * The row of an intent, to which `applyIntent` adds its state. `addressHash` is '' if nobody knows who
 * asked for it: the answer to its creation was lost, or a backup was restored.
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

/** Unpaid intents are canceled at this age, ms. */
export const staleAfterMs = dayMs

/** `by`: who read the intent. A check keeps who has told of it before, such as an event. */
export function applyIntent(
  donation: Donation,
  intent: PaymentIntent,
  now: number,
  by: LearnedBy = 'check',
): Donation {
  const isNews = intent.status === 'succeeded' && donation.succeededAt === null
  const succeededAt = Math.min(donation.succeededAt ?? now, now)
  return {
    ...donation,
    // The provider's schema allows an intent without it.
    secretHash: intent.clientSecret ? hashSecret(intent.clientSecret) : donation.secretHash,
    state: intent.status,
    amountKopiykas: intent.amountKopiykas,
    receivedKopiykas: intent.receivedKopiykas,
    refundedKopiykas: intent.refundedKopiykas,
    disputed: intent.disputed,
    livemode: intent.livemode,
    succeededAt: intent.status === 'succeeded' ? succeededAt : null,
    learnedBy: isNews && (by !== 'check' || !donation.learnedBy) ? by : donation.learnedBy,
  }
}

export function hashSecret(clientSecret: string): string {
  return createHash('sha256').update(clientSecret).digest('base64url')
}

export function isSecretOf({ secretHash }: Donation, clientSecret: string): boolean {
  return secretHash === hashSecret(clientSecret)
}

/** Whether this installation created the intent: an account may serve others (another parish, staging). */
export function isOurs(
  intent: PaymentIntent,
  donation: Donation | undefined,
  { livemode, installation }: { livemode: boolean; installation: string },
): boolean {
  if (intent.currency !== currency || intent.livemode !== livemode) return false
  return donation !== undefined || intent.installation === installation
}

/** The payment state of an order with this donation. A full refund or a dispute outranks `paid`. */
export function paymentOf(donation: Donation): OrderPayment {
  if (donation.state !== 'succeeded') return 'claimed'
  if (donation.disputed) return 'disputed'
  return donation.refundedKopiykas >= donation.receivedKopiykas ? 'returned' : 'paid'
}
