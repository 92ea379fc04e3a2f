import type { CandleOrderPayload } from '../../shared/candle-order'
import { orderDraftPath } from '../../shared/order-draft'
import { request } from './request'

/**
 * Leaves the order with the server before the card is charged, in case this page does not live
 * to send it. Never awaited, and its failure changes nothing for the visitor.
 */
export function sendOrderDraft(paymentIntentId: string, payload: CandleOrderPayload): void {
  const path = orderDraftPath(paymentIntentId)
  request(path, { method: 'PUT', body: payload, keepalive: true }).catch(() => undefined)
}
