import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { minuteMs } from '../../shared/durations'

const maxUploads = 3
/**
 * A whole upload may take so long, ms: a church has thick walls, and 100 MB may come slowly. The timeout for
 * silent connections ends one that stalls.
 */
const uploadMs = 20 * minuteMs
/** Five pictures take a minute each at most, ms. */
const decodingMs = 5 * minuteMs
/** A form has room for five pictures of 20 MB. */
const maxUploadBytes = 101 * 1024 * 1024

/** Uploads may take longer than other requests, so their sockets are exempt from the server's time limit. */
const sockets = new WeakSet<Socket>()

export function isUploading(socket: Socket): boolean {
  return sockets.has(socket)
}

/** Lets three uploads with pictures into this process at a time. */
export function createUploads() {
  let running = 0

  return {
    /**
     * Lets `work` read the body. Without a place the pictures are dropped: even small ones take long to
     * decode.
     */
    async run<T>(
      { raw: request, headers }: FastifyRequest,
      work: (mayKeepPictures: boolean) => Promise<T>,
    ): Promise<T | 'too-many-pictures'> {
      // A chunked body may become as large as any.
      const bytes = Number(headers['content-length'] ?? maxUploadBytes)
      if (bytes > maxUploadBytes) return 'too-many-pictures'
      const { socket } = request
      // Nothing is sent either way while the pictures are decoded.
      request.once('end', () => socket.setTimeout(decodingMs))
      if (running >= maxUploads) return work(false).finally(() => drain(request))
      running += 1
      sockets.add(socket)
      const tooLong = setTimeout(() => request.destroy(), uploadMs)
      try {
        return await work(true)
      } finally {
        await drain(request)
        clearTimeout(tooLong)
        sockets.delete(socket)
        running -= 1
      }
    },
  }
}

/** Reads and drops the rest of a body, because a browser reads no answer before it has sent everything. */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  request.unpipe()
  request.resume()
  await finished(request).catch(() => {})
}
