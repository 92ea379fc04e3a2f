import type { FastifyInstance } from 'fastify'
import { idempotencyKeyHeader } from '../../contract/candle-order'
import { isPaymentIntentId } from '../../contract/payment-intent'
import { refuse } from '../routes/errors'
import { webhookPath } from '../routes/stripe-webhook'

/** So many calls may be under way in one process; what settles money may wait twice as long a queue. */
const mostUnderWay = 200

/**
 * More than can be done is refused at once, so that what was begun is finished in good time and
 * memory stays bounded. The page and its files are not counted: they cost next to nothing.
 */
export function shedLoad(app: FastifyInstance): void {
  let underWay = 0
  const counted = new WeakSet<object>()
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const key = String(request.headers[idempotencyKeyHeader] ?? '')
    const isMoney = request.url.startsWith(webhookPath) || isPaymentIntentId(key)
    if (underWay >= (isMoney ? 2 * mostUnderWay : mostUnderWay)) {
      reply.header('retry-after', '2')
      return refuse(reply, 503, 'The service is very busy. Nothing was stored.')
    }
    underWay++
    counted.add(request)
  })
  const finish = (request: object) => {
    if (counted.delete(request)) underWay--
  }
  app.addHook('onResponse', async request => finish(request))
  app.addHook('onRequestAbort', async request => finish(request))
}
