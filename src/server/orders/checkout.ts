import type * as v from 'valibot'
import { toKopiykas, toUah } from '../../shared/donation-amount'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import type { PaymentOutcome, PaymentOutcomeRequestSchema } from '../../shared/payment-outcome'
import { widestNetworkIn } from '../address-hash'
import { insertDonation } from '../db/donations'
import type { Services } from '../services'
import { cancelExcessIntents } from './card-testing'
import { applyIntent, createDonation } from './donation'
import { syncPayment } from './sync-payment'

/**
 * Creates a payment intent and returns its client secret, or null if no card can be taken now. If the
 * provider's answer is lost, nobody has the secret: the reconciler finds that intent and cancels it a day
 * later.
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
  await store.lanes.free.enter(() => insertDonation(store.db, row))
  return answer.value.clientSecret
}

/** Returns null if the client secret is wrong. */
export async function findPaymentOutcome(
  services: Services,
  { clientSecret, cancelUnlessPaid }: v.InferOutput<typeof PaymentOutcomeRequestSchema>,
  addressHash: string,
): Promise<PaymentOutcome | null> {
  const synced = await syncPayment(services, paymentIntentIdOf(clientSecret), {
    kind: 'question',
    clientSecret,
    addressHash,
    cancel: cancelUnlessPaid,
  })
  const amount = toUah(synced.amountKopiykas ?? 0)
  switch (synced.status) {
    case 'succeeded': {
      const { order: stored, thanks } = synced
      const hasOrder = stored !== undefined
      const userEmailSent = !!stored && (await services.outbox.tryThanks(stored, thanks))
      const paid = { outcome: 'succeeded', amount, hasOrder, userEmailSent } as const
      if (!stored?.needsDetails) return paid
      return { ...paid, missing: stored.name === '' ? 'name' : 'purpose' }
    }
    case 'processing':
      return { outcome: 'processing', amount }
    case 'open':
      return { outcome: 'open', amount, decline: synced.lastDecline ?? undefined }
    case 'canceled':
      return { outcome: 'canceled' }
    case 'unknown':
      return { outcome: 'unknown' }
    case 'not-ours':
      return null
  }
}
