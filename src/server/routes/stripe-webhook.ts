import { refuse } from '../errors'
import { receiveWebhook } from '../orders/take-event'
import type { Routes } from './valibot'

/** A dispute carries up to 150,000 characters of evidence, each of up to six bytes in JSON. */
const largestEvent = 1024 * 1024

/** Signed events. The signature covers the bytes as sent, so nothing parses them before. */
export const stripeWebhook: Routes = async app => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )
  app.post<{ Body: Buffer }>(
    '/api/stripe-webhook',
    { bodyLimit: largestEvent, config: { settlesMoney: true } },
    async ({ body = Buffer.alloc(0), headers }, reply) => {
      const signature = String(headers['stripe-signature'] ?? '')
      const outcome = await receiveWebhook(app.services, body, signature)
      if (outcome === 'not-configured')
        return refuse(reply, 404, 'No card payments are taken here.')
      if (outcome === 'forged') return refuse(reply, 400, 'The signature does not fit the event.')
      return { received: true }
    },
  )
}
