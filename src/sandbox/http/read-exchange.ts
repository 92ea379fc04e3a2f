import type { IncomingMessage } from 'node:http'
import { newId } from '../objects/new-id'
import type { Exchange } from './exchange'

const largestBody = 1024 * 1024

/** Reads a request to its end; undefined when its body is too large. */
export async function readExchange(request: IncomingMessage): Promise<Exchange | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > largestBody) return undefined
    chunks.push(chunk)
  }
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  return {
    id: newId('req', 'sandbox').slice(0, 18),
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    origin: originOf(request),
    fromHere: isFromHere(request),
  }
}

/** Believed only when it looks like a host: it ends up in scripts and addresses. */
function originOf({ headers, socket }: IncomingMessage): string {
  const { host } = headers
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)
    ? `http://${host}`
    : `http://127.0.0.1:${socket.localPort}`
}

/**
 * The caller sits on this machine and calls it by a name of its own: a page whose name was made to
 * point here is turned away.
 */
function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const host = headers.host?.replace(/:\d+$/, '') ?? ''
  const named = host === 'localhost' || host === '[::1]' || /^127\.[\d.]+$/.test(host)
  const address = socket.remoteAddress ?? ''
  return named && (address === '::1' || /^(::ffff:)?127\./.test(address))
}
