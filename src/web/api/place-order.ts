import * as v from 'valibot'
import {
  type CandleOrderPayload,
  candleOrdersPath,
  idempotencyKeyHeader,
  OrderAnswerSchema,
} from '../../shared/candle-order'
import { request } from './request'

/**
 * Sends the order. The same key may be sent again: the server keeps one order for it.
 * Rejects when it was not accepted, or when nobody can say whether it was.
 */
export async function placeOrder(payload: CandleOrderPayload, key: string) {
  const response = await request(candleOrdersPath, {
    method: 'POST',
    body: payload,
    headers: { [idempotencyKeyHeader]: key },
  })
  const answer = v.parse(OrderAnswerSchema, await response.json())
  if (!answer.success) throw new Error(answer.error ?? 'The order was not accepted.')
  return { userEmailSent: answer.emailNotifications?.userEmailSent ?? false }
}
