import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify'
import { idempotencyKeyHeader } from '../../shared/candle-order'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { proofOfWorkHeader } from '../../shared/proof-of-work'
import type { HashAddress } from '../address-hash'
import type { Gate, Refusal } from './gate'
import type { LimitedCall } from './limits'

/** Whoever is refused hears the same: which limit it was is nobody's business. */
const sentence = 'Too many requests. Please try again later.'

/** Makes the hook that lets a request into a route, before its body is read, or answers 429. */
export type GuardCall = (call: LimitedCall | 'order') => onRequestAsyncHookHandler

export function createGuard(gate: Gate, hashAddress: HashAddress): GuardCall {
  return call => async (request, reply) => {
    const isPaid = isPaymentIntentId(String(request.headers[idempotencyKeyHeader] ?? ''))
    const limited = call !== 'order' ? call : isPaid ? 'paid-order' : 'free-order'
    const refusal = await gate.enter(limited, {
      addressHash: await hashAddress(request.ip),
      proof: String(request.headers[proofOfWorkHeader] ?? ''),
    })
    if (refusal) return refuseForNow(reply, refusal)
  }
}

function refuseForNow(reply: FastifyReply, { waitMs, challenge }: Refusal): FastifyReply {
  reply.code(429).header('retry-after', Math.ceil(waitMs / 1000))
  return reply.send({ success: false, error: sentence, ...(challenge ? { challenge } : {}) })
}
