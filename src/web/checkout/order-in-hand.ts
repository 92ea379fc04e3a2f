import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { DonationAmountSchema } from '../../shared/donation-amount'
import { ClientSecretSchema } from '../../shared/payment-intent'

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
