import type { IncomingMessage } from 'node:http'
import { sendError } from '../errors'
import { createWebhookReceiver } from '../orders/take-event'
import type { Routes } from './valibot'

/** The reconciler finds disputes with more evidence than this. */
const maxEventBytes = 256 * 1024
const maxUnfinished = 100

/**
 * Signed events, verified as raw bytes. Any client can begin to send one: of too many unfinished
 * requests the oldest is dropped.
 */
export const stripeWebhook: Routes = async app => {
  const receive = createWebhookReceiver(app.services)
  const unfinished = new Set<IncomingMessage>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )
  app.post<{ Body: Buffer }>(
    '/api/stripe-webhook',
    {
      bodyLimit: maxEventBytes,
      config: { limit: 'webhook' },
      onRequest: async ({ raw }) => {
        unfinished.add(raw)
        for (const ended of ['end', 'close']) raw.once(ended, () => unfinished.delete(raw))
        const [oldest] = unfinished
        if (unfinished.size <= maxUnfinished || !oldest) return
        oldest.destroy()
        // What was read of it is kept by its listeners until its connection is closed, after all others
        // were read.
        oldest.removeAllListeners()
        unfinished.delete(oldest)
      },
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
