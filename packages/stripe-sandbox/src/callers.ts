import type { FastifyRequest } from 'fastify'

/** The caller's address of the sandbox. Checked, because it ends up in scripts. */
export function originOf({ headers: { host }, socket }: FastifyRequest): string {
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)
    ? `http://${host}`
    : `http://127.0.0.1:${socket.localPort}`
}

/**
 * The caller is on this machine and uses a local name, against DNS rebinding.
 */
export function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const host = headers.host?.replace(/:\d+$/, '') ?? ''
  const named = host === 'localhost' || host === '[::1]' || /^127\.[\d.]+$/.test(host)
  const address = socket.remoteAddress ?? ''
  return named && (address === '::1' || /^(::ffff:)?127\./.test(address))
}
