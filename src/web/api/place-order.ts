import * as v from 'valibot'
import {
  type CandleOrderPayload,
  candleOrdersPath,
  idempotencyKeyHeader,
  OrderAnswerSchema,
} from '../../shared/candle-order'
import { request, withTimeout } from './request'

/**
 * Sends the order. The same key may be sent again: the server keeps one order for it.
 * Rejects when it was not accepted, or when there is no answer in time.
 */
export function placeOrder(payload: CandleOrderPayload, key: string) {
  return withTimeout(send(payload, key))
}

async function send(body: CandleOrderPayload, key: string) {
  const headers = { [idempotencyKeyHeader]: key }
  const response = await request(candleOrdersPath, { method: 'POST', body, headers })
  const answer = v.parse(OrderAnswerSchema, await response.json())
  if (!answer.success) throw new Error(answer.error ?? 'The order was not accepted.')
  return { userEmailSent: answer.emailNotifications?.userEmailSent ?? false }
}
