import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idempotencyKeyHeader } from '../../shared/candle-order'
import { orderDraftsPath } from '../../shared/order-draft'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { paymentOutcomesPath } from '../../shared/payment-outcome'
import { refuse } from '../routes/errors'
import { webhookPath } from '../routes/stripe-webhook'

/** So many calls may be under way in one process; what settles money may wait twice as long a queue. */
const mostUnderWay = 200
/** While the event loop is late, the calls that came are as many as can be answered in good time. */
const mostUnderPressure = 20
/** How late the event loop is on average, over how long, in ms. */
const pressure = { maxEventLoopDelay: 200, sampleInterval: 500 }

/**
 * More than can be done is refused at once, so that what was begun is finished in good time and
 * memory stays bounded. The page and its files are not counted: they cost next to nothing.
 */
export async function shedLoad(app: FastifyInstance): Promise<void> {
  let underWay = 0
  const counted = new WeakSet<object>()
  // It tells; who is refused is decided here.
  await app.register(underPressure, { ...pressure, pressureHandler: () => {} })
  const most = (request: FastifyRequest) => {
    if (isAboutMoney(request)) return 2 * mostUnderWay
    return app.isUnderPressure() ? mostUnderPressure : mostUnderWay
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    if (underWay >= most(request)) {
      reply.header('retry-after', '2')
      return refuse(reply, 503, 'The service is very busy. Please try again.')
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

const moneyPaths = [webhookPath, paymentOutcomesPath, orderDraftsPath]

/** What a captured payment may depend on: events, outcomes, drafts, and orders that name a payment. */
function isAboutMoney({ url, headers }: FastifyRequest): boolean {
  return (
    moneyPaths.some(path => url.startsWith(path)) ||
    isPaymentIntentId(String(headers[idempotencyKeyHeader] ?? ''))
  )
}
