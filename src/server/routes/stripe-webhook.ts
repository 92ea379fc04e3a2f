import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { refuse } from '../errors'
import { receiveWebhook, type WebhookOutcome } from '../orders/take-event'
import type { Routes } from './valibot'

/** A dispute with more evidence than this is found by the reconciler, as any lost event is. */
const largestEvent = 256 * 1024
const maxUnfinished = 100
const signatureShape = /^t=\d{1,12},(.{1,200},)?v\d=[0-9a-f]{64}/

/**
 * Signed events. The signature covers the bytes as sent, so nothing parses them before. Anybody can
 * begin to send one: without a signature its body is not read, and of many unfinished ones the
 * oldest is dropped.
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
      bodyLimit: largestEvent,
      config: { settlesMoney: true },
      onRequest: async ({ raw, headers }, reply) => {
        if (!signatureShape.test(String(headers['stripe-signature'] ?? '')))
          return answer(reply, await receiveWebhook(app.services, Buffer.alloc(0), ''))
        unfinished.add(raw)
        for (const ended of ['end', 'close']) raw.once(ended, () => unfinished.delete(raw))
        const [oldest] = unfinished
        if (unfinished.size > maxUnfinished) oldest?.destroy()
      },
    },
    async ({ body = Buffer.alloc(0), headers }, reply) => {
      const signature = String(headers['stripe-signature'])
      return answer(reply, await receiveWebhook(app.services, body, signature))
    },
  )
}

function answer(reply: FastifyReply, outcome: WebhookOutcome): FastifyReply {
  if (outcome === 'not-configured') return refuse(reply, 404, 'No card payments are taken here.')
  if (outcome === 'forged') return refuse(reply, 400, 'The signature does not fit the event.')
  return reply.send({ received: true })
}
