import { paymentIntentIdOf } from '../../shared/payment-intent'
import {
  type PaymentOutcome,
  PaymentOutcomeRequestSchema,
  paymentOutcomesPath,
} from '../../shared/payment-outcome'
import { refuseForNow } from '../limits/rate-limit'
import { findPaymentOutcome } from '../orders/payment-outcome'
import { refuse } from './errors'
import type { Routes } from './valibot'

/** Answers with a payment's outcome; the client secret is required. */
export const paymentOutcomes: Routes = async app => {
  app.post(
    paymentOutcomesPath,
    {
      config: { limit: 'payment-outcome', settlesMoney: true },
      schema: { body: PaymentOutcomeRequestSchema },
    },
    async (request, reply): Promise<PaymentOutcome | typeof reply> => {
      const { body, addressHash } = request
      const waitMs = await app.limitUnknownPayment(paymentIntentIdOf(body.clientSecret), request)
      if (waitMs !== null) return refuseForNow(reply, waitMs)
      const outcome = await findPaymentOutcome(app.services, { ...body, addressHash })
      return outcome ?? refuse(reply, 404, 'This payment is not known here.')
    },
  )
}
