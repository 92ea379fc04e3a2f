import { sendError } from '../errors'
import { limitUnfinished } from '../limits/limit-unfinished'
import { connectionLimits } from '../limits/limits'
import { createWebhookReceiver } from '../orders/record-event'
import type { Routes } from './valibot'

/** Receives signed events. The signature covers the raw bytes, so the body is not parsed. */
export const stripeWebhook: Routes = async app => {
  const receive = createWebhookReceiver(app.services)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )
  app.post<{ Body: Buffer }>(
    '/api/stripe-webhook',
    {
      bodyLimit: connectionLimits.eventKib * 1024,
      config: { limit: 'webhook' },
      onRequest: limitUnfinished(connectionLimits.unfinishedEvents, app.refusals),
    },
    async ({ body = Buffer.alloc(0), headers }, reply) => {
      const signature = String(headers['stripe-signature'] ?? '')
      const outcome = await receive(body, signature)
      if (outcome === 'received') return { received: true }
      return outcome === 'forged'
        ? sendError(reply, 400, 'The signature does not match the event.')
        : sendError(reply, 404, 'No card payments are taken here.')
    },
  )
}
