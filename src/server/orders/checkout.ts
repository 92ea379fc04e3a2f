import type * as v from 'valibot'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import type { PaymentOutcome, PaymentOutcomeRequestSchema } from '../../shared/payment-outcome'
import { widestNetworkIn } from '../address-hash'
import { insertDonation, lockDonation, updateDonation } from '../db/donations'
import { findOrder } from '../db/orders'
import { inTransaction, type Transaction } from '../db/store'
import type { Services } from '../services'
import { cancelExcessIntents } from './card-testing'
import { applyIntent, createDonation, isSecretOf, toKopiykas, toUah } from './donation'
import { findNewerDraft } from './draft'
import { draftGraceMs } from './next-check'
import type { SentOrder } from './save-order'
import { syncPayment } from './sync-payment'

/**
 * Resolves to the client secret; null: no card can be taken now. Nobody has the secret of an intent
 * whose answer was lost: the reconciler finds and, a day later, cancels it.
 */
export async function createPaymentIntent(
  services: Services,
  { uah, addressHash }: { uah: number; addressHash: string },
): Promise<string | null> {
  const { provider, store, log, now } = services
  if (!provider) return null
  await cancelExcessIntents(services, addressHash)
  const answer = await provider.createIntent(toKopiykas(uah), {
    network: widestNetworkIn(addressHash),
  })
  if (answer.kind !== 'ok') {
    log.error({ answer }, 'the payment provider did not create an intent')
    return null
  }
  const donation = createDonation({ ...answer.value, createdAt: now() }, addressHash)
  const row = applyIntent(donation, answer.value, now())
  await store.shares.free.enter(() => insertDonation(store.db, row))
  return answer.value.clientSecret
}

/** False: the client secret is wrong. */
export async function saveOrderDraft(
  { store, now }: Services,
  paymentIntentId: string,
  { clientSecret, sentOrder }: { clientSecret: string; sentOrder: SentOrder },
): Promise<boolean> {
  const save = async (trx: Transaction) => {
    // A sync locks the donation first, too: wait for one that is storing the order.
    const donation = await lockDonation(trx, paymentIntentId)
    if (!donation || !isSecretOf(donation, clientSecret)) return false
    if (donation.hasOrderOrTicket && (await findOrder(trx, { paymentIntentId }))) return true
    const { draft, draftedAt } = findNewerDraft(donation, sentOrder, now())
    const nextCheckAt = Math.min(donation.nextCheckAt ?? Infinity, now() + draftGraceMs)
    // Keeps the revision: a concurrent reading of the provider stays valid, and sees the new draft.
    await updateDonation(trx, paymentIntentId, { draft, draftedAt, nextCheckAt, checkAttempts: 0 })
    return true
  }
  return inTransaction(store, save, 'unpaid')
}

/** null: the client secret is wrong. */
export async function findPaymentOutcome(
  services: Services,
  { clientSecret, order, giveUp }: v.InferOutput<typeof PaymentOutcomeRequestSchema>,
  { addressHash, mayReadProvider }: { addressHash: string; mayReadProvider: boolean },
): Promise<PaymentOutcome | null> {
  const synced = await syncPayment(services, paymentIntentIdOf(clientSecret), {
    kind: 'question',
    clientSecret,
    sentOrder: order && { sent: order, addressHash },
    cancel: giveUp,
    mayReadProvider,
  })
  const amount = toUah(synced.amountKopiykas ?? 0)
  switch (synced.status) {
    case 'succeeded': {
      const { order: stored, thanks } = synced
      const hasOrder = stored !== undefined
      const userEmailSent = !!stored && (await services.outbox.tryThanks(stored, thanks))
      const ordered = { outcome: 'ordered', amount, hasOrder, userEmailSent } as const
      if (!stored?.needsDetails) return ordered
      return { ...ordered, missing: stored.name === '' ? 'name' : 'purpose' }
    }
    case 'processing':
      return { outcome: 'pending', amount }
    case 'open':
      return { outcome: 'open', amount, decline: synced.lastDecline ?? undefined }
    case 'canceled':
      return { outcome: 'released' }
    case 'unknown':
      return { outcome: 'unknown' }
    case 'not-ours':
      return null
  }
}
