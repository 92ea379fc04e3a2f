import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptAnyBody } from '../callers'
import type { Sandbox } from '../sandbox'
import { apiVersion } from '../webhooks/send-event'
import { chargeRoutes } from './charges-refunds-disputes'
import { createRegister, idempotencyKeyOf, withLogUrl } from './endpoint'
import { ApiError, invalidRequest } from './errors'
import { intentRoutes } from './payment-intents'

/** The API is for pages of any host; what it exposes is what the real one does. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Request-Id, Stripe-Manage-Version, Stripe-Should-Retry, X-Stripe-External-Auth-Required, X-Stripe-Privileged-Session-Required',
}

/** Everything under `/v1`. */
export async function apiPlugin(app: FastifyInstance, { sandbox }: { sandbox: Sandbox }) {
  acceptAnyBody(app)
  rejectKeysInUse(app)

  app.addHook('onRequest', async (request, reply) => {
    const key = idempotencyKeyOf(request)
    reply.headers({
      'cache-control': 'no-cache, no-store',
      'request-id': request.id,
      'stripe-version': apiVersion,
      ...crossOriginHeaders,
      ...(key !== null && { 'idempotency-key': key }),
    })
    const asked = request.headers['stripe-version']
    if (asked !== undefined && asked !== apiVersion)
      throw invalidRequest(
        `Invalid Stripe API version: ${asked}. The sandbox speaks ${apiVersion} only.`,
      )
  })

  const register = createRegister(app, sandbox)
  intentRoutes(register)
  chargeRoutes(register)

  app.setNotFoundHandler(({ method, url }) => {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${url.split('?')[0]}). The sandbox does not implement it, or the URL has a typo.`,
    })
  })

  app.setErrorHandler<Error & { statusCode?: number }>((error, { id }, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(withLogUrl(error.body, id))
    if (error.statusCode === 413) return reply.code(413).send('The body is too large.')
    sandbox.log(error.stack ?? error.message)
    const failure = { type: 'api_error', message: 'The sandbox has failed.' }
    return reply.code(500).send({ error: failure })
  })
}

/** Two requests under one idempotency key at the same time: the second is to come again. */
function rejectKeysInUse(app: FastifyInstance): void {
  const atWork = new Map<string, FastifyRequest>()
  app.addHook('onRequest', async request => {
    const key = idempotencyKeyOf(request)
    if (key === null) return
    if (atWork.has(key)) throw keyInUse
    atWork.set(key, request)
  })
  app.addHook('onSend', async request => {
    const key = idempotencyKeyOf(request)
    if (key !== null && atWork.get(key) === request) atWork.delete(key)
  })
}

const keyInUse = new ApiError(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message:
    'There is currently another in-progress request using this idempotency key. Please try again later.',
})
