import type { FastifyInstance } from 'fastify'
import type { Services } from '../services'
import { receiveWebhook } from '../stripe/webhook'
import { refuse } from './errors'

export const webhookPath = '/api/stripe-webhook'

const largestEvent = 1024 * 1024

/** Signed events. The signature covers the bytes as sent, so nothing parses them before. */
export async function routeStripeWebhook(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Body: Buffer }>(
      webhookPath,
      { bodyLimit: largestEvent },
      async (request, reply) => {
        const signature = String(request.headers['stripe-signature'] ?? '')
        const outcome = await receiveWebhook(services, request.body ?? Buffer.alloc(0), signature)
        if (outcome === 'not-configured')
          return refuse(reply, 404, 'No card payments are taken here.')
        if (outcome === 'forged') return refuse(reply, 400, 'The signature does not fit the event.')
        return { received: true }
      },
    )
  })
}
