import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify'
import fp from 'fastify-plugin'
import type { PageRenderer } from '../shared/page-renderer'
import type { Config } from './config/read-config'
import { handleErrors, refuse } from './errors'
import { rateLimit } from './limits/rate-limit'
import { shedLoad } from './limits/shed-load'
import { protectPage } from './page/protect-page'
import { loadPageRenderer, readPages } from './page/read-pages'
import { routePage } from './page/route-page'
import { securityTxt, serveFiles } from './page/serve-files'
import { candleOrders } from './routes/candle-orders'
import { health, live } from './routes/health'
import { orderDrafts, paymentConfig, paymentIntents, paymentOutcomes } from './routes/payments'
import { plainOrders } from './routes/plain-orders'
import { stripeWebhook } from './routes/stripe-webhook'
import { compileValidator } from './routes/valibot'
import type { Services } from './services'

const bodyLimit = 32 * 1024
/** Fewer than LimitNOFILE in deploy/svichka.service: the store, the provider and mail need some. */
const maxConnections = 12_000
const longestParameter = 300

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
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: ({ statusCode = 400 }, _request, reply) =>
      void refuse(reply, statusCode, 'The address cannot be read.'),
    // Node enforces the request's time only where the headers' is shorter, and looks every 30 s.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 10_000,
    maxRequestsPerSocket: 1_000,
    trustProxy: config.trustProxy,
    // What arrived before we stopped is answered; who comes later finds nobody listening.
    return503OnClosing: false,
  })
  app.decorate('services', services)
  // The API reads only JSON: a form on another site can send text, and then it gets 415.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(compileValidator)
  const pages = readPages(webFolder, config)
  const renderer = loadPageRenderer(webFolder, config)
  app.server.maxConnections = maxConnections
  app.register(refusePipelining)
  app.register(endConnectionsOnClose)
  app.register(handleErrors)
  app.register(protectPage, { config, pages })
  app.register(serveFiles, { webFolder })
  app.register(routePage, { pages, renderer })
  app.register(live)
  app.register(securityTxt(config))
  app.register(routeCalls, { config, renderer })
  return app
}

/**
 * Browsers and proxies send one request at a time over a connection, but a packet can hold a
 * thousand: whoever pipelines is disconnected.
 */
const refusePipelining = fp(async app => {
  app.addHook('onRequest', (request, reply, next) => {
    // An answer that waits for another one on its connection has no socket yet.
    if (reply.raw.socket === null) request.raw.socket.destroy()
    else next()
  })
})

/** The calls. What is in the inner scope is for our own page only. */
const routeCalls: FastifyPluginAsync<{
  config: Config
  renderer: () => Promise<PageRenderer>
}> = async (app, { config, renderer }) => {
  const { limitFactor, publicUrl, cards } = config
  app.register(shedLoad)
  app.register(rateLimit, { limitFactor })
  app.register(stripeWebhook)
  app.register(health)
  app.register(async ownPage => {
    ownPage.register(refuseOtherSites, { publicUrl })
    ownPage.register(paymentConfig(cards))
    ownPage.register(paymentIntents)
    ownPage.register(candleOrders)
    ownPage.register(paymentOutcomes)
    ownPage.register(orderDrafts)
    ownPage.register(plainOrders(renderer))
  })
}

/**
 * The calls are for our own page, which is of one origin with them however it is framed. A browser
 * that says it comes from elsewhere (`Sec-Fetch-Site`, or `Origin` where that is not sent) is
 * refused; programs, which send neither, act for themselves.
 */
const refuseOtherSites = fp<{ publicUrl: URL }>(async (app, { publicUrl }) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!isFromElsewhere(request, publicUrl)) return
    return refuse(reply, 403, 'These calls are for the page of this service only.')
  })
})

function isFromElsewhere({ headers }: FastifyRequest, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  return origin !== publicUrl.origin && !(URL.canParse(origin) && new URL(origin).host === host)
}

/**
 * Once the server is asked to stop, each answer ends its connection. Otherwise a visitor's browser
 * would hold it open, idle, and the stop would wait for the keep-alive time to run out.
 */
const endConnectionsOnClose = fp(async app => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
})
