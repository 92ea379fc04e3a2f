import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    refusals: Refusals
  }
}

/** Statuses that no route gives: a stopped body, headers that are too long, a busy server. */
const counted = [411, 413, 415, 431, 503]

const logPauseMs = 60_000

export type Refusals = ReturnType<typeof createRefusals>

/** Counts what is refused before a route sees it, by status or reason, and logs it once a minute. */
export function createRefusals(log: FastifyBaseLogger) {
  const counts = new Map<string, number>()
  let unlogged: Record<string, number> = {}
  let isPausing = false
  const writeAfter = (ms: number) => {
    isPausing = true
    setTimeout(write, ms).unref()
  }
  const write = () => {
    isPausing = false
    if (Object.keys(unlogged).length === 0) return
    log.warn({ refused: unlogged }, 'requests were refused before they were read')
    unlogged = {}
    writeAfter(logPauseMs)
  }
  return {
    /** Since the start. */
    counts,
    note(reason: string) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      unlogged[reason] = (unlogged[reason] ?? 0) + 1
      // A moment later, so that the first line of a burst counts it.
      if (!isPausing) writeAfter(100)
    },
  }
}

/** For the answers that do pass through the framework. */
export const countRefusals = fp<{ refusals: Refusals }>(async (app, { refusals }) => {
  app.decorate('refusals', refusals)
  app.server.on('drop', () => refusals.note('connections'))
  // More on one connection than `maxRequestsPerSocket`: Node answers 503 itself.
  app.server.on('dropRequest', () => refusals.note('503'))
  app.server.on('checkExpectation', ({ socket, url = '' }: IncomingMessage) => {
    refusals.note('417')
    refuse(socket, '417 Expectation Failed', url.startsWith('/api/'))
  })
  app.addHook('onResponse', async (_request, { statusCode }) => {
    if (counted.includes(statusCode)) refusals.note(String(statusCode))
  })
})

/** Answers on the connection itself, and ends it. `isProgram`: it reads JSON. */
export function refuse(socket: Socket, status: string, isProgram: boolean): void {
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
export function watchChunks(request: IncomingMessage, tooSmall: () => void): void {
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
