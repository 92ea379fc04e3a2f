import type { CandleOrder } from '../../shared/candle-order'

/** What a browser asks for, checked at the border. */
export interface OrderRequest {
  sent: CandleOrder
  /** The payment intent's id, or random; made up by the route for a client that sends none. */
  idempotencyKey: string
  addressHash: string
}
