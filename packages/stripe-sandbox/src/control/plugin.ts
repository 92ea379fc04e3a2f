import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '../api/endpoint'
import type { Sandbox } from '../sandbox'
import { deliveryRoutes } from './deliveries'
import { paymentRoutes } from './payments'
import { createRegister } from './route'
import { stateRoutes } from './state'

/** The control API, for this machine only. */
export async function controlPlugin(app: FastifyInstance, { sandbox }: { sandbox: Sandbox }) {
  // JSON, whatever type the caller gave it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.addHook('onRequest', async (request, reply) => {
    if (!isFromThisMachine(request))
      return reply.code(403).send('This page is for the machine the card sandbox runs on.')
    reply.header('cache-control', 'no-store')
    // A page in a browser on this machine could call anything unseen.
    const { origin } = request.headers
    if (origin !== undefined && origin !== originOf(request))
      return reply.code(403).send({ error: 'The control API does not answer pages.' })
  })
  app.setErrorHandler<Error & { statusCode?: number }>((error, _, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: error.message }),
  )
  await app.register(
    async control => {
      control.setNotFoundHandler((_, reply) =>
        reply.code(404).send({ error: 'No such call. GET /_control lists them.' }),
      )
      const directory: string[] = []
      const register = createRegister(control, sandbox, directory)
      for (const routes of [stateRoutes, paymentRoutes, deliveryRoutes]) routes(register)
      control.get('/', async () => directory)
    },
    { prefix: '/_control' },
  )
}

/** The caller is on this machine and uses a local name, against DNS rebinding. */
function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const host = headers.host?.replace(/:\d+$/, '') ?? ''
  const named = host === 'localhost' || host === '[::1]' || /^127\.[\d.]+$/.test(host)
  const address = socket.remoteAddress ?? ''
  return named && (address === '::1' || /^(::ffff:)?127\./.test(address))
}
