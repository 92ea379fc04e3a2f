import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRegister, idempotencyKeyOf } from '../api/endpoint'
import { ApiError, invalidRequest } from '../api/errors'
import type { Sandbox } from '../sandbox'
import { apiVersion } from '../webhooks/send-event'
import { objectRoutes } from './objects'
import { intentRoutes } from './payment-intents'

/** Pages of any host may call the API, and may read what the real one lets them read. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Request-Id, Stripe-Manage-Version, Stripe-Should-Retry, X-Stripe-External-Auth-Required, X-Stripe-Privileged-Session-Required',
}

export async function apiPlugin(app: FastifyInstance, { sandbox }: { sandbox: Sandbox }) {
  // Every body is read as text, whatever content type the caller gave.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))

  // If an account sends two requests at once under one idempotency key, the second is rejected.
  const inFlight = new Map<string, string>()
  const inFlightKey = (request: FastifyRequest) =>
    `${request.headers.authorization} ${idempotencyKeyOf(request)}`
  app.addHook('onRequest', async (request, reply) => {
    const key = idempotencyKeyOf(request)
    reply.headers({
      'cache-control': 'no-cache, no-store',
      'request-id': request.id,
      'stripe-version': apiVersion,
      ...crossOriginHeaders,
      ...(key !== null && { 'idempotency-key': key }),
    })
    const version = request.headers['stripe-version']
    if (version !== undefined && version !== apiVersion)
      throw invalidRequest(
        `Invalid Stripe API version: ${version}. The sandbox implements ${apiVersion} only.`,
      )
    if (key === null) return
    if (inFlight.has(inFlightKey(request))) throw keyInUse
    inFlight.set(inFlightKey(request), request.id)
  })
  app.addHook('onSend', async request => {
    const key = inFlightKey(request)
    if (inFlight.get(key) === request.id) inFlight.delete(key)
  })

  const register = createRegister(app, sandbox)
  intentRoutes(register)
  objectRoutes(register)

  app.setNotFoundHandler(({ method, url }) => {
    const route = `${method}: ${url.split('?')[0]}`
    const message = `Unrecognized request URL (${route}). The sandbox does not implement it, or the URL has a typo.`
    throw invalidRequest(message, {}, 404)
  })

  app.setErrorHandler<Error & { statusCode?: number }>((error, _, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body)
    if (error.statusCode === 413) return reply.code(413).send('The body is too large.')
    const failure = { type: 'api_error', message: `The sandbox has failed. ${error.stack}` }
    return reply.code(500).send({ error: failure })
  })
}

const keyInUse = new ApiError(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message:
    'There is currently another in-progress request using this idempotency key. Please try again later.',
})
