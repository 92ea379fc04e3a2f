import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import {
  CandleOrderSchema,
  candleOrdersPath,
  IdempotencyKeySchema,
  idempotencyKeyHeader,
} from '../../shared/candle-order'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { sendError } from '../errors'
import { type OrderOutcome, placeOrder } from '../orders/place-order'
import type { Routes } from './valibot'

const HeadersSchema = v.looseObject({ [idempotencyKeyHeader]: v.optional(IdempotencyKeySchema) })

/** Places orders. Without an idempotency key a repeated request is a new order. */
export const candleOrders: Routes = async app => {
  app.post(
    candleOrdersPath,
    {
      config: { limit: limitOfOrder },
      schema: { body: CandleOrderSchema, headers: HeadersSchema },
    },
    async (request, reply) => {
      const { body, headers, addressHash } = request
      const sent = headers[idempotencyKeyHeader]
      const outcome = await placeOrder(
        app.services,
        { sent: body, addressHash },
        sent ? { key: sent, channel: 'page' } : { key: randomUUID(), channel: 'api' },
      )
      return answer(reply, outcome)
    },
  )
}

/** An order whose key is the id of a payment has a donation. */
function limitOfOrder({ headers }: FastifyRequest) {
  const key = String(headers[idempotencyKeyHeader] ?? '')
  return isPaymentIntentId(key) ? 'paid-order' : 'free-order'
}

const statusOf = { invalid: 400, 'unknown-payment': 422, unavailable: 503 }

function answer(reply: FastifyReply, outcome: OrderOutcome): FastifyReply {
  if (outcome.kind === 'rejected') return sendError(reply, statusOf[outcome.why], outcome.reason)
  if (outcome.kind === 'not-paid') return reply.send({ success: false })
  const { userEmailSent } = outcome
  return reply.send({ success: true, emailNotifications: { userEmailSent } })
}
