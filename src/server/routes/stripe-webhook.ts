import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { sendError } from '../errors'
import { receiveWebhook, type WebhookOutcome } from '../orders/take-event'
import type { Routes } from './valibot'

/** The reconciler finds disputes with more evidence than this. */
const maxEventBytes = 256 * 1024
const maxUnfinished = 100

/**
 * Signed events, verified as raw bytes. Any client can begin to send one: of too many unfinished
 * requests the oldest is dropped.
 */
export const stripeWebhook: Routes = async app => {
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
      config: { affectsPayment: true },
      onRequest: async ({ raw }) => {
        unfinished.add(raw)
        for (const ended of ['end', 'close']) raw.once(ended, () => unfinished.delete(raw))
        const [oldest] = unfinished
        if (unfinished.size > maxUnfinished) oldest?.destroy()
      },
    },
    async ({ body = Buffer.alloc(0), headers }, reply) => {
      const signature = String(headers['stripe-signature'] ?? '')
      return answer(reply, await receiveWebhook(app.services, body, signature))
    },
  )
}

function answer(reply: FastifyReply, outcome: WebhookOutcome): FastifyReply {
  if (outcome === 'not-configured') return sendError(reply, 404, 'No card payments are taken here.')
  if (outcome === 'forged') return sendError(reply, 400, 'The signature does not match the event.')
  return reply.send({ received: true })
}
