import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import {
  type PaymentOutcome,
  PaymentOutcomeRequestSchema,
  paymentOutcomesPath,
} from '../../shared/payment-outcome'
import type { HashAddress } from '../address-hash'
import type { GuardCall } from '../limits/guard-call'
import { findPaymentOutcome } from '../orders/payment-outcome'
import type { Services } from '../services'
import { refuse } from './errors'

type Body = v.InferOutput<typeof PaymentOutcomeRequestSchema>

/** Answers what became of a payment, to whoever has its client secret. */
export function routePaymentOutcomes(
  app: FastifyInstance,
  services: Services,
  door: { hashAddress: HashAddress; guard: GuardCall },
): void {
  app.post<{ Body: Body }>(
    paymentOutcomesPath,
    { onRequest: door.guard('payment-outcome'), schema: { body: PaymentOutcomeRequestSchema } },
    async (request, reply): Promise<PaymentOutcome | typeof reply> => {
      const addressHash = await door.hashAddress(request.ip)
      const outcome = await findPaymentOutcome(services, { ...request.body, addressHash })
      return outcome ?? refuse(reply, 404, 'This payment is not known here.')
    },
  )
}
