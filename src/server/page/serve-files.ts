import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Hashed files never change; the embed script is asked for again after a while. */
export async function serveFiles(app: FastifyInstance, webFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: true,
  })
  app.get('/embed.js', (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .sendFile('embed.js', webFolder, { maxAge: '1h', immutable: false }),
  )
}
