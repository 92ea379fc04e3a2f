import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import type { Refusals } from './refusals'
import { isUploading } from './uploads'

// Requests that no route may see: what cannot be parsed, and what only attackers send.

/** A request that Node could not parse, or that took too long. An upload has a time limit of its own. */
export function answerBrokenRequest(
  refusals: Refusals,
  error: ConnectionError,
  socket: Socket,
): void {
  const { code } = error
  const packet: unknown = error.rawPacket
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
  if (code === 'ECONNRESET' || socket.destroyed) return
  const status = brokenStatuses[code] ?? '400 Bad Request'
  refusals.note(status.slice(0, 3))
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 100) : ''
  refuse(socket, status, /^\w+ \/api\//.test(start))
}

const brokenStatuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Rejects what can be parsed, but comes from no browser. */
export const rejectBrokenRequests = fp<{ refusals: Refusals }>(async (app, { refusals }) => {
  app.server.on('checkExpectation', ({ socket, url = '' }: IncomingMessage) => {
    refusals.note('417')
    refuse(socket, '417 Expectation Failed', url.startsWith('/api/'))
  })
  app.addHook('onRequest', rejectPipelining(refusals))
  app.addHook('onRequest', rejectWithoutHost(refusals))
  app.addHook('onRequest', rejectSmallChunks(refusals))
})

/** No browser or proxy pipelines, and one packet can hold a thousand requests. */
function rejectPipelining(refusals: Refusals): onRequestHookHandler {
  return (request, reply, next) => {
    // A reply queued behind another one on its connection has no socket yet.
    if (reply.raw.socket !== null) return next()
    refusals.note('pipelining')
    request.raw.socket.destroy()
  }
}

/** RFC 9112, 3.2. */
function rejectWithoutHost(refusals: Refusals): onRequestHookHandler {
  return ({ raw, url }, _reply, next) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return next()
    refusals.note('400')
    refuse(raw.socket, '400 Bad Request', url.startsWith('/api/'))
  }
}

/** Answered without a reply: a destroyed request parses the rest of its packet soonest. */
function rejectSmallChunks(refusals: Refusals): onRequestHookHandler {
  return ({ raw, url }, _reply, next) => {
    watchChunks(raw, () => {
      refusals.note('411')
      refuse(raw.socket, '411 Length Required', url.startsWith('/api/'))
      raw.destroy()
    })
    next()
  }
}

/** Answers on the connection itself, and ends it. `isProgram`: it reads JSON. */
function refuse(socket: Socket, status: string, isProgram: boolean): void {
  const [type, body] = isProgram
    ? ['application/json', JSON.stringify({ success: false, error: `${status.slice(4)}.` })]
    : ['text/html; charset=utf-8', pageForPeople]
  const length = Buffer.byteLength(body)
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroy()
}

/** The language of a request that cannot be read is not known. */
const pageForPeople = `<!doctype html>
<html lang="uk"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Помилка · Ошибка · Error</title></head>
<body><p>Сервер не зміг прочитати, що надіслав ваш браузер. Очистьте, будь ласка, файли cookie цього сайту або відкрийте форму в іншому браузері.</p>
<p lang="ru">Сервер не смог прочитать, что прислал ваш браузер. Очистите, пожалуйста, файлы cookie этого сайта или откройте форму в другом браузере.</p>
<p lang="en">The server could not read what your browser sent. Please clear the cookies of this site, or open the form in another browser.</p></body></html>
`

/** Proxies pass on what has come, in a few large chunks. A browser's slow upload comes by packets. */
const freeChunks = 64
const leastAverageBytes = 256

/**
 * Calls `tooSmall` once the chunks of a body are too small. Each takes as much time as a thousand bytes,
 * and a packet can hold ten thousand. Counted where the parser hands them over, before any is read.
 */
function watchChunks(request: IncomingMessage, tooSmall: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return
  let count = 0
  let bytes = 0
  const push = request.push.bind(request)
  request.push = (chunk: Buffer | null) => {
    count += 1
    bytes += chunk?.length ?? 0
    if (count <= freeChunks + bytes / leastAverageBytes) return push(chunk)
    if (!request.destroyed) tooSmall()
    return false
  }
}
