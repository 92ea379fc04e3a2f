import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './errors'
import { webhookPath } from './stripe-webhook'

/** Called by machines that are no browsers; one carries a signature, the other changes nothing. */
const openCalls = new Set([webhookPath, '/api/health'])

/**
 * The calls are for our own page, which is of one origin with them however it is framed. A browser
 * that says it comes from elsewhere (`Sec-Fetch-Site`, or `Origin` where that is not sent) is
 * refused; programs, which send neither, act for themselves.
 */
export function refuseOtherSites(app: FastifyInstance, publicUrl: URL): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (!path.startsWith('/api/') || openCalls.has(path)) return
    if (!isFromElsewhere(request, publicUrl)) return
    return refuse(reply, 403, 'These calls are for the page of this service only.')
  })
}

function isFromElsewhere({ headers }: FastifyRequest, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  return origin !== publicUrl.origin && !(URL.canParse(origin) && new URL(origin).host === host)
}
