import type { FastifyRequest } from 'fastify'

/**
 * Returns whether a browser sent this from another site, by `Sec-Fetch-Site` or else `Origin`. Our page
 * has the API's own origin even in a frame, and programs send neither header.
 */
export function isFromElsewhere({ headers }: FastifyRequest, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  return origin !== publicUrl.origin && !(URL.canParse(origin) && new URL(origin).host === host)
}
