import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Config } from '../config/read-config'

/** Hashed files never change; the embed script is asked for again after a while. */
export const serveFiles: FastifyPluginAsync<{ webFolder: string }> = async (app, { webFolder }) => {
  await app.register(fastifyStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: true,
    setHeaders: allowAnyOrigin,
  })
  app.get('/embed.js', (_request, reply) =>
    reply.sendFile('embed.js', webFolder, { maxAge: '1h', immutable: false }),
  )
}

/** A sandboxed frame has no origin of its own; with this our script runs there and says what is missing. */
function allowAnyOrigin(reply: Pick<FastifyReply, 'header'>): void {
  reply.header('access-control-allow-origin', '*')
}

const securityTxtPath = '/.well-known/security.txt'

/** Where to report a weakness (RFC 9116); no such file where nobody is named. */
export function securityTxt({ security, publicUrl }: Config): FastifyPluginAsync {
  return async app => {
    if (!security) return
    const { contact, expires } = security
    const text = `Contact: ${contact}\nExpires: ${expires}T00:00:00Z\nCanonical: ${new URL(securityTxtPath, publicUrl)}\n`
    app.get(securityTxtPath, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(text),
    )
  }
}
