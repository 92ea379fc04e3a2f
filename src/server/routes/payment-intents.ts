import {
  CreatePaymentIntentSchema,
  createPaymentIntentPath,
  type PaymentIntentAnswer,
} from '../../shared/payment-intent'
import { isTestingCards } from '../limits/card-testing'
import { cardTesting } from '../limits/limits'
import { refuseForNow } from '../limits/rate-limit'
import { createPaymentIntent } from '../orders/create-payment-intent'
import type { Routes } from './valibot'

/** Creates an intent. Without an `error` of ours, the page says its own sentence. */
export const paymentIntents: Routes = async app => {
  app.post(
    createPaymentIntentPath,
    { config: { limit: 'intent' }, schema: { body: CreatePaymentIntentSchema } },
    async ({ body, addressHash }, reply): Promise<PaymentIntentAnswer | typeof reply> => {
      if (await isTestingCards(app.services, addressHash))
        return refuseForNow(reply, cardTesting.windowMs)
      const clientSecret = await createPaymentIntent(app.services, {
        uah: body.amount,
        addressHash,
      })
      return clientSecret === null
        ? { success: false }
        : { success: true, client_secret: clientSecret }
    },
  )
}
