import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { minuteMs } from '../../shared/durations'

const maxUploads = 3
/**
 * The whole of an upload, ms: 100 MB through thick walls. One that stalls ends after half a minute, by the
 * server's timeout for a silent connection.
 */
const uploadMs = 20 * minuteMs
/** Five pictures, each decoded within a minute. */
const decodingMs = 5 * minuteMs
/** Five pictures and the form around them. A form with more is not read. */
const maxUploadBytes = 101 * 1024 * 1024

/** The sockets of uploads: the server's own time limit for a request is shorter. */
const sockets = new WeakSet<Socket>()

export function isUploading(socket: Socket): boolean {
  return sockets.has(socket)
}

/** The uploads in this process: three in all. A form without pictures needs no place among them. */
export function createUploads() {
  let running = 0

  return {
    /**
     * Lets `work` read the request's body. It may keep the pictures if the upload has a place: small ones
     * take as long to decode as large ones.
     */
    async run<T>(
      { raw: request, headers }: FastifyRequest,
      work: (mayKeepPictures: boolean) => Promise<T>,
    ): Promise<T | 'too-many-pictures'> {
      // One that is sent in chunks may become as large as any.
      const bytes = Number(headers['content-length'] ?? maxUploadBytes)
      if (bytes > maxUploadBytes) return 'too-many-pictures'
      const { socket } = request
      // While pictures are decoded nothing is sent either way.
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

/** A browser reads an answer only once it has sent all. What is left of a body is read and dropped. */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  request.unpipe()
  request.resume()
  await finished(request).catch(() => {})
}
