import type { FastifyInstance } from 'fastify'
import {
  type CreatePaymentIntent,
  CreatePaymentIntentSchema,
  createPaymentIntentPath,
  type PaymentIntentAnswer,
} from '../../shared/payment-intent'
import type { HashAddress } from '../address-hash'
import type { GuardCall } from '../limits/guard-call'
import { createPaymentIntent } from '../orders/create-payment-intent'
import type { Services } from '../services'

/** Creates an intent. Without an `error` of ours, the page says its own sentence. */
export function routePaymentIntents(
  app: FastifyInstance,
  services: Services,
  door: { hashAddress: HashAddress; guard: GuardCall },
): void {
  app.post<{ Body: CreatePaymentIntent }>(
    createPaymentIntentPath,
    { onRequest: door.guard('intent'), schema: { body: CreatePaymentIntentSchema } },
    async (request): Promise<PaymentIntentAnswer> => {
      const addressHash = await door.hashAddress(request.ip)
      const clientSecret = await createPaymentIntent(services, {
        uah: request.body.amount,
        addressHash,
      })
      return clientSecret === null
        ? { success: false }
        : { success: true, client_secret: clientSecret }
    },
  )
}
