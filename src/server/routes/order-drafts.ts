import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { orderDraftRoute } from '../../shared/order-draft'
import { PaymentIntentIdSchema } from '../../shared/payment-intent'
import { saveOrderDraft } from '../orders/save-draft'
import { refuse } from './errors'
import type { Routes } from './valibot'

const ParamsSchema = v.object({ paymentIntentId: PaymentIntentIdSchema })

/** Keeps what was written at the click on Pay, so that the server can finish the order alone. */
export const orderDrafts: Routes = async app => {
  app.put(
    orderDraftRoute,
    {
      config: { limit: 'draft', settlesMoney: true },
      schema: { params: ParamsSchema, body: CandleOrderSchema },
    },
    async ({ params, body, addressHash }, reply) => {
      const draft = { sent: body, addressHash }
      const kept = await saveOrderDraft(app.services, params.paymentIntentId, draft)
      return kept ? { success: true } : refuse(reply, 404, 'This payment is not known here.')
    },
  )
}
