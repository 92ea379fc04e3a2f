import type { CandleOrder } from '../../shared/candle-order'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import type { PaymentOutcome } from '../../shared/payment-outcome'
import type { Services } from '../services'
import { toUah } from './donation'
import { awaitFirstEmail, sendFirstEmail } from './place-order'
import { type Settlement, settle } from './settle'

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
  const settlement = await settle(services, paymentIntentIdOf(clientSecret), {
    clientSecret,
    request: order ? { sent: order, addressHash } : undefined,
    cancel: giveUp,
    finishNow: order === null,
  })
  const amount = toUah(settlement.amountKopiykas)
  switch (settlement.status) {
    case 'paid': {
      const hasOrder = settlement.order !== undefined
      const userEmailSent = await answerEmail(services, settlement)
      return { outcome: 'ordered', amount, hasOrder, userEmailSent }
    }
    case 'pending':
      return { outcome: 'pending', amount }
    case 'open': {
      const { lastError } = settlement
      return { outcome: 'open', amount, ...(lastError ? { refusal: lastError } : {}) }
    }
    case 'released':
    case 'unknown':
      return { outcome: settlement.status }
    case 'foreign':
      return null
  }
}

async function answerEmail(services: Services, { order, isNew }: Settlement): Promise<boolean> {
  if (!order) return false
  return isNew ? sendFirstEmail(services, order) : awaitFirstEmail(services, order)
}
