import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify'
import type { PageRenderer } from '../shared/order-form'
import type { Config } from './config/read-config'
import { findOrCreateSecret } from './db/secrets'
import { handleError, sendError } from './errors'
import { answerBrokenRequest } from './limits/broken-requests'
import { limitUnfinished } from './limits/limit-unfinished'
import { connectionLimits } from './limits/limits'
import { isFromElsewhere } from './limits/other-sites'
import { rateLimit } from './limits/rate-limit'
import { countRefusals, createRefusals } from './limits/refusals'
import { shedLoad } from './limits/shed-load'
import { loadPageRenderer, readDocuments } from './page/read-documents'
import { securityHeaders } from './page/security-headers'
import { securityTxt, serveFiles } from './page/serve-files'
import { createThankedOrders, type ThankedOrders } from './page/thanked-orders'
import { candleOrders } from './routes/candle-orders'
import { health, live } from './routes/health'
import { plainOrders, routePage } from './routes/page'
import { orderDrafts, paymentConfig, paymentIntents, paymentOutcomes } from './routes/payments'
import { stripeWebhook } from './routes/stripe-webhook'
import { templePage } from './routes/temple'
import { compileValidator } from './routes/valibot'
import type { Services } from './services'

const maxParameterLength = 300

/** Builds the app. `webFolder` holds the built src/web. */
export async function buildApp(
  config: Config,
  services: Services,
  webFolder: string,
): Promise<FastifyInstance> {
  const refusals = createRefusals(services.log)
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: connectionLimits.bodyKib * 1024,
    routerOptions: { maxParamLength: maxParameterLength },
    // A URL that is too long or cannot be decoded would reach no hook and no 404 page.
    frameworkErrors(_error, { raw }, reply) {
      raw.url = raw.url?.startsWith('/api/') ? '/api/not-found' : '/not-found'
      app.routing(raw, reply.raw)
    },
    // Node enforces requestTimeout only if headersTimeout is shorter, and by default checks every 30 s.
    http: {
      headersTimeout: connectionLimits.headerSeconds * 1_000,
      connectionsCheckingInterval: 5_000,
    },
    requestTimeout: connectionLimits.requestSeconds * 1_000,
    clientErrorHandler: (error, socket) => answerBrokenRequest(refusals, error, socket),
    connectionTimeout: connectionLimits.silentSeconds * 1_000,
    keepAliveTimeout: 10_000,
    trustProxy: config.trustProxy,
    // A stopping server finishes its requests and refuses new connections.
    return503OnClosing: false,
  })
  app.decorate('services', services)
  // The API reads only JSON. A form on another site can send text, which gets a 415.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(compileValidator)
  const documents = readDocuments(webFolder, config)
  const renderer = loadPageRenderer(webFolder, config)
  const thanksKey = await findOrCreateSecret(services.store.db, 'thanks', services.now())
  const thanked = createThankedOrders(services.now, thanksKey)
  app.server.maxConnections = connectionLimits.connections
  app.register(countRefusals, { refusals })
  app.addHook('onRequest', limitUnfinished(connectionLimits.unfinishedBodies, refusals))
  app.addHook('onSend', async (_request, reply) => {
    // While the server stops, each answer closes its connection, or an idle one would delay the stop.
    if (!app.server.listening) reply.header('connection', 'close')
  })
  app.setErrorHandler(handleError)
  app.register(securityHeaders, { config, documents })
  app.register(serveFiles, { webFolder })
  app.register(routePage, { documents, renderer, thanked })
  app.register(live)
  // The health check is outside the limits: a monitor must hear from a busy server that it runs.
  app.register(health)
  app.register(securityTxt, { config })
  app.register(apiRoutes, { config, renderer, thanked })
  app.register(templePage, { config, documents, renderer })
  return app
}

/** Registers the API. The calls of the inner scope are for our own page only. */
const apiRoutes: FastifyPluginAsync<{
  config: Config
  renderer: () => Promise<PageRenderer>
  thanked: ThankedOrders
}> = async (app, { config, renderer, thanked }) => {
  const { limitFactor, publicUrl } = config
  app.register(rateLimit, { limitFactor })
  app.register(shedLoad)
  app.register(stripeWebhook)
  app.register(async ownPage => {
    ownPage.addHook('onRequest', async (request, reply) => {
      if (!isFromElsewhere(request, publicUrl)) return
      return sendError(reply, 403, 'Cross-site requests are not allowed.')
    })
    ownPage.register(paymentConfig, { config })
    ownPage.register(paymentIntents)
    ownPage.register(candleOrders)
    ownPage.register(paymentOutcomes)
    ownPage.register(orderDrafts)
    ownPage.register(plainOrders, { renderer, thanked })
  })
}
