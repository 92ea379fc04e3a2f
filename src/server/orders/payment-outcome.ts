import type * as v from 'valibot'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import type { PaymentOutcome, PaymentOutcomeRequestSchema } from '../../shared/payment-outcome'
import type { Services } from '../services'
import { toUah } from './donation'
import { answerFirstEmail } from './first-email'
import { syncPayment } from './sync-payment'

/** What became of a payment; null: the client secret is none of a payment of ours. */
export async function findPaymentOutcome(
  services: Services,
  { clientSecret, order, giveUp, finish }: v.InferOutput<typeof PaymentOutcomeRequestSchema>,
  addressHash: string,
): Promise<PaymentOutcome | null> {
  const synced = await syncPayment(services, paymentIntentIdOf(clientSecret), {
    kind: 'question',
    clientSecret,
    request: order && { sent: order, addressHash },
    cancel: giveUp,
    finish,
  })
  const amount = toUah(synced.amountKopiykas)
  switch (synced.status) {
    case 'paid': {
      const hasOrder = synced.order !== undefined || synced.hasDraft
      const userEmailSent = synced.order
        ? await answerFirstEmail(services, synced.order, synced.isNew)
        : false
      return { outcome: 'ordered', amount, hasOrder, userEmailSent }
    }
    case 'pending':
      return { outcome: 'pending', amount }
    case 'open': {
      const { lastError } = synced
      return { outcome: 'open', amount, ...(lastError ? { refusal: lastError } : {}) }
    }
    case 'canceled':
      return { outcome: 'released' }
    case 'unknown':
      return { outcome: 'unknown' }
    case 'not-ours':
      return null
  }
}
