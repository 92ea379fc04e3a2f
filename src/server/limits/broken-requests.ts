import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import type { Refusals } from './refusals'
import { isUploading } from './uploads'

/**
 * Answers a request that Node could not parse or that took too long. Uploads have a time limit of their
 * own.
 */
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
  refusals.count(status.slice(0, 3))
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 100) : ''
  refuse(socket, status, /^\w+ \/api\//.test(start))
}

const brokenStatuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Writes the answer to the socket, as JSON for a program, and closes it. */
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

/** A request that cannot be read has no known language, so this page has all three. */
const pageForPeople = `<!doctype html>
<html lang="uk"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Помилка · Ошибка · Error</title></head>
<body><p>Сервер не зміг прочитати, що надіслав ваш браузер. Очистьте, будь ласка, файли cookie цього сайту або відкрийте форму в іншому браузері.</p>
<p lang="ru">Сервер не смог прочитать, что прислал ваш браузер. Очистите, пожалуйста, файлы cookie этого сайта или откройте форму в другом браузере.</p>
<p lang="en">The server could not read what your browser sent. Please clear the cookies of this site, or open the form in another browser.</p></body></html>
`
