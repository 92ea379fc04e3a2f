import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A page or file in memory, so that a burst of requests opens no files. */
export type Content = ReturnType<typeof createContent>

/** Variants that the build did not compress are compressed on first use. */
export function createContent(
  type: string,
  plain: Buffer,
  compressed: { br?: Buffer | undefined; gzip?: Buffer | undefined } = {},
) {
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return {
    type,
    plain,
    etag: `"${digest}"`,
    br: once(async () => compressed.br ?? promisify(brotliCompress)(plain)),
    gzip: once(
      async () =>
        compressed.gzip ?? promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
    ),
  }
}

export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, br, gzip }: Content,
  cacheControl: string,
) {
  reply.headers({
    'content-type': type,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    etag,
  })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag)
    return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = negotiate(accepted, ['br', 'gzip', 'identity'])
  if (encoding !== 'br' && encoding !== 'gzip') return plain
  reply.header('content-encoding', encoding)
  return encoding === 'br' ? br() : gzip()
}

/** Makes a value on first use, and again after a failure. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}
