import * as v from 'valibot'

/** PUT, body: the order payload. Sent at the click on Pay, so that the server can finish alone. */
export function orderDraftPath(paymentIntentId: string): string {
  return `/api/order-drafts/${encodeURIComponent(paymentIntentId)}`
}

export const orderDraftRoute = '/api/order-drafts/:paymentIntentId'

const OrderDraftAnswerSchema = v.object({ success: v.boolean() })

export type OrderDraftAnswer = v.InferOutput<typeof OrderDraftAnswerSchema>
