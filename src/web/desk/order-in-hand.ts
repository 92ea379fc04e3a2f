import * as v from 'valibot'
import { CandleOrderSchema } from '../../contract/candle-order'
import { DonationAmountSchema } from '../../contract/donation-amount'
import { PaymentIntentIdSchema, paymentIntentIdOf } from '../../contract/payment-intent'

export const ClientSecretSchema = v.pipe(
  v.string(),
  v.regex(/_secret_\w+$/),
  v.check(secret => v.is(PaymentIntentIdSchema, paymentIntentIdOf(secret))),
)

/** A paid order as it stood at the click on Pay: nothing the visitor does later changes it. */
export const OrderInHandSchema = v.object({
  clientSecret: ClientSecretSchema,
  /** Whole UAH. */
  uah: DonationAmountSchema,
  payload: v.object({
    ...CandleOrderSchema.entries,
    name: v.string(),
    purpose: v.string(),
    donationAmount: v.string(),
  }),
})

export type OrderInHand = v.InferOutput<typeof OrderInHandSchema>

/** What is known of a payment whose order is not in this page. */
export type PaymentInHand = Pick<OrderInHand, 'clientSecret' | 'uah'>
