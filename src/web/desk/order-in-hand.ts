import * as v from 'valibot'
import { CandleOrderSchema } from '../../contract/candle-order'
import { DonationAmountSchema } from '../../contract/donation-amount'
import { PaymentIntentIdSchema, paymentIntentIdOf } from '../../contract/payment-intent'

/** A paid order as it stood at the click on Pay: nothing the visitor does later changes it. */
export const OrderInHandSchema = v.object({
  clientSecret: v.pipe(
    v.string(),
    v.check(secret => v.is(PaymentIntentIdSchema, paymentIntentIdOf(secret))),
  ),
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
