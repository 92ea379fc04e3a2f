import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from './errors'

/**
 * The calls are for our own page, which is of one origin with them however it is framed. A browser
 * that says it comes from elsewhere (`Sec-Fetch-Site`, or `Origin` where that is not sent) is
 * refused; programs, which send neither, act for themselves.
 */
export const refuseOtherSites = fp<{ publicUrl: URL }>(async (app, { publicUrl }) => {
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
