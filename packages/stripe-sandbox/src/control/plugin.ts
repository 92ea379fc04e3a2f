import type { FastifyInstance } from 'fastify'
import { originOf } from '../api/endpoint'
import type { Sandbox } from '../sandbox'
import { deliveryRoutes } from './deliveries'
import { paymentRoutes } from './payments'
import { createRegister } from './route'
import { stateRoutes } from './state'

export async function controlPlugin(app: FastifyInstance, { sandbox }: { sandbox: Sandbox }) {
  // Every body is read as JSON, whatever content type the caller gave.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // A page that is open in a browser of this machine could make calls unnoticed, even by a name of its
    // own that points here (DNS rebinding).
    const { origin, host = '' } = request.headers
    const isLocal = /^(localhost|\[::1\]|127\.[\d.]+)(:\d+)?$/.test(host)
    if (!isLocal || (origin !== undefined && origin !== originOf(request)))
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
