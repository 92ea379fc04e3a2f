import type { CandleOrder } from '../../shared/candle-order'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import type { PaymentOutcome } from '../../shared/payment-outcome'
import type { Services } from '../services'
import { toUah } from './donation'
import { awaitFirstEmail, sendFirstEmail } from './place-order'
import { type SyncResult, syncPayment } from './sync-payment'

interface Question {
  clientSecret: string
  order: CandleOrder | null
  giveUp: boolean
  addressHash: string
}

/** What became of a payment; null: the client secret is none of a payment of ours. */
export async function findPaymentOutcome(
  services: Services,
  { clientSecret, order, giveUp, addressHash }: Question,
): Promise<PaymentOutcome | null> {
  const result = await syncPayment(services, paymentIntentIdOf(clientSecret), {
    clientSecret,
    request: order ? { sent: order, addressHash } : undefined,
    cancel: giveUp,
    finishNow: order === null,
  })
  const amount = toUah(result.amountKopiykas)
  switch (result.status) {
    case 'paid': {
      const hasOrder = result.order !== undefined
      const userEmailSent = await answerEmail(services, result)
      return { outcome: 'ordered', amount, hasOrder, userEmailSent }
    }
    case 'pending':
      return { outcome: 'pending', amount }
    case 'open': {
      const { lastError } = result
      return { outcome: 'open', amount, ...(lastError ? { refusal: lastError } : {}) }
    }
    case 'released':
    case 'unknown':
      return { outcome: result.status }
    case 'foreign':
      return null
  }
}

async function answerEmail(services: Services, { order, isNew }: SyncResult): Promise<boolean> {
  if (!order) return false
  return isNew ? sendFirstEmail(services, order) : awaitFirstEmail(services, order)
}
