import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import {
  type CandleOrder,
  CandleOrderSchema,
  candleOrdersPath,
  IdempotencyKeySchema,
  idempotencyKeyHeader,
} from '../../shared/candle-order'
import type { HashAddress } from '../address-hash'
import type { GuardCall } from '../limits/guard-call'
import { type OrderOutcome, placeOrder } from '../orders/place-order'
import type { Services } from '../services'
import { refuse } from './errors'

const HeadersSchema = v.looseObject({ [idempotencyKeyHeader]: v.optional(IdempotencyKeySchema) })
type Headers = v.InferOutput<typeof HeadersSchema>

/** Takes an order. A client that sends no key gets one of its own: its repeats are new orders. */
export function routeCandleOrders(
  app: FastifyInstance,
  services: Services,
  door: { hashAddress: HashAddress; guard: GuardCall },
): void {
  app.post<{ Body: CandleOrder; Headers: Headers }>(
    candleOrdersPath,
    { onRequest: door.guard('order'), schema: { body: CandleOrderSchema, headers: HeadersSchema } },
    async (request, reply) => {
      const idempotencyKey = request.headers[idempotencyKeyHeader] ?? randomUUID()
      const addressHash = await door.hashAddress(request.ip)
      const outcome = await placeOrder(
        services,
        { sent: request.body, addressHash },
        idempotencyKey,
      )
      return answer(reply, outcome)
    },
  )
}

const statusOf = { invalid: 400, 'unknown-payment': 422, unavailable: 503 }

function answer(reply: FastifyReply, outcome: OrderOutcome): FastifyReply {
  if (outcome.kind === 'refused') return refuse(reply, statusOf[outcome.why], outcome.reason)
  if (outcome.kind === 'not-paid') return reply.send({ success: false })
  const { userEmailSent } = outcome
  return reply.send({ success: true, emailNotifications: { userEmailSent } })
}
