import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { type CandleOrder, CandleOrderSchema } from '../../shared/candle-order'
import { orderDraftRoute } from '../../shared/order-draft'
import { PaymentIntentIdSchema } from '../../shared/payment-intent'
import type { HashAddress } from '../address-hash'
import type { GuardCall } from '../limits/guard-call'
import { saveOrderDraft } from '../orders/save-draft'
import type { Services } from '../services'
import { refuse } from './errors'

const ParamsSchema = v.object({ paymentIntentId: PaymentIntentIdSchema })
type Params = v.InferOutput<typeof ParamsSchema>

/** Keeps what was written at the click on Pay, so that the server can finish the order alone. */
export function routeOrderDrafts(
  app: FastifyInstance,
  services: Services,
  door: { hashAddress: HashAddress; guard: GuardCall },
): void {
  app.put<{ Params: Params; Body: CandleOrder }>(
    orderDraftRoute,
    { onRequest: door.guard('draft'), schema: { params: ParamsSchema, body: CandleOrderSchema } },
    async (request, reply) => {
      const { paymentIntentId } = request.params
      const addressHash = await door.hashAddress(request.ip)
      const draft = { sent: request.body, addressHash }
      const kept = await saveOrderDraft(services, paymentIntentId, draft)
      return kept ? { success: true } : refuse(reply, 404, 'This payment is not known here.')
    },
  )
}
