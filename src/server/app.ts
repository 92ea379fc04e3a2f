import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { createAddressHasher } from './address-hash'
import type { Config } from './config/config'
import { endConnectionsOnClose } from './end-connections'
import { createGate } from './limits/gate'
import { createGuard } from './limits/guard-call'
import { shedLoad } from './limits/shed-load'
import { protectPage } from './page/protect-page'
import { readPages } from './page/read-pages'
import { routePage } from './page/route-page'
import { serveFiles } from './page/serve-files'
import { routeCandleOrders } from './routes/candle-orders'
import { handleErrors, refuseAddress } from './routes/errors'
import { routeHealth } from './routes/health'
import { routeOrderDrafts } from './routes/order-drafts'
import { routePaymentConfig } from './routes/payment-config'
import { routePaymentIntents } from './routes/payment-intents'
import { routePaymentOutcomes } from './routes/payment-outcomes'
import { refuseOtherSites } from './routes/refuse-other-sites'
import { routeStripeWebhook } from './routes/stripe-webhook'
import { compileValidator } from './routes/validate'
import type { Services } from './services'

const bodyLimit = 32 * 1024
const longestParameter = 300
const mostConnections = 4_096

/** Builds the server; main.ts listens. `webFolder` holds what the build made of src/web. */
export async function buildApp(
  config: Config,
  services: Services,
  webFolder: string,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    routerOptions: { maxParamLength: longestParameter },
    frameworkErrors: refuseAddress,
    // Node enforces the request's time only where the headers' is shorter, and looks every 30 s.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 10_000,
    trustProxy: config.trustProxy,
  })
  app.server.maxConnections = mostConnections
  const pages = readPages(webFolder, config.cards)
  // Only JSON is read: a form on another site can send text, and then it gets 415.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(compileValidator)
  endConnectionsOnClose(app)
  handleErrors(app)
  await shedLoad(app)
  refuseOtherSites(app, config.publicUrl)
  await protectPage(app, config, pages)
  routeApi(app, config, services)
  await routeStripeWebhook(app, services)
  await serveFiles(app, webFolder)
  routePage(app, pages)
  return app
}

function routeApi(app: FastifyInstance, config: Config, services: Services): void {
  const hashAddress = createAddressHasher(services.store, services.now)
  routePaymentConfig(app, config.cards)
  const guard = createGuard(createGate(services, config.limitFactor), hashAddress)
  routePaymentIntents(app, services, { hashAddress, guard })
  routeCandleOrders(app, services, { hashAddress, guard })
  routePaymentOutcomes(app, services, { hashAddress, guard })
  routeOrderDrafts(app, services, { hashAddress, guard })
  routeHealth(app, services, guard)
}
