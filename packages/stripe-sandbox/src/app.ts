import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import { originOf } from './api/endpoint'
import { controlPlugin } from './control/plugin'
import { injectFaults } from './faults'
import { newId } from './ids'
import { apiPlugin, crossOriginHeaders } from './routes/plugin'
import type { Sandbox } from './sandbox'

/** Creates the server. It serves the API and the browser's files, with faults, and the control API. */
export async function createApp(sandbox: Sandbox): Promise<FastifyInstance> {
  const app = Fastify({
    forceCloseConnections: true,
    genReqId: () => newId('req', 'sandbox').slice(0, 18),
    routerOptions: { ignoreTrailingSlash: true },
  })
  // If a kept-alive connection dies before the answer, a browser repeats the request, even a payment. A
  // lost answer has to stay lost, so browsers get one connection for each request.
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers['user-agent']?.includes('Mozilla/')) reply.header('connection', 'close')
  })
  app.addHook('onRequest', async (_, reply) => {
    reply.header('date', new Date(sandbox.clock.now()).toUTCString())
  })
  await app.register(controlPlugin, { sandbox })
  await app.register(async provider => {
    injectFaults(provider, sandbox)
    await provider.register(apiPlugin, { sandbox, prefix: '/v1' })
    await provider.register(browserPlugin, { sandbox })
  })
  return app
}

/** The sandbox replaces this text in the script when it serves that. */
const originMark = '__CARD_SANDBOX_ORIGIN__'
const walletsMark = '__CARD_SANDBOX_WALLETS__'

/** Serves the browser script at the provider's own paths, and the pages that the script opens in frames. */
async function browserPlugin(app: FastifyInstance, { sandbox }: { sandbox: Sandbox }) {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ ...crossOriginHeaders, 'cache-control': 'no-cache' })
  })
  const root = findBuilt(dirname(fileURLToPath(import.meta.url)))
  if (root) await app.register(fastifyStatic, { root, cacheControl: false, index: false })
  app.get('/:train/stripe.js', async (request, reply) => {
    if (!root) return reply.code(503).send('The browser script is not built yet: npm run build.')
    const script = readFileSync(join(root, 'stripe.js'), 'utf8')
    const wallets = sandbox.wallets.get().available.join(' ')
    return reply
      .type('text/javascript')
      .send(script.replaceAll(originMark, originOf(request)).replaceAll(walletsMark, wallets))
  })
}

/** Finds the browser's files in the nearest `dist` above `from`, which is a source or a built file. */
function findBuilt(from: string): string | undefined {
  const root = join(from, 'dist/sandbox/browser')
  const parent = dirname(from)
  if (existsSync(root)) return root
  return parent === from ? undefined : findBuilt(parent)
}
