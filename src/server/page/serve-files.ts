import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../config/read-config'
import { type Content, createContent, sendContent } from './content'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const year = 'public, max-age=31536000, immutable'
const hour = 'public, max-age=3600'

/** Serves the built files. Hashed ones never change, but the embed script may. */
export const serveFiles: FastifyPluginAsync<{ webFolder: string }> = async (app, { webFolder }) => {
  // Our script must run in a sandboxed frame, too, which has an opaque origin.
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('access-control-allow-origin', '*')
    next()
  })
  const assets = readFiles(join(webFolder, 'assets'))
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const file = assets.get(request.params.name)
    return file ? sendContent(request, reply, file, year) : reply.callNotFound()
  })
  const embed = readFiles(webFolder).get('embed.js')
  if (embed) app.get('/embed.js', (request, reply) => sendContent(request, reply, embed, hour))
}

function readFiles(folder: string): Map<string, Content> {
  const names = readdirSync(folder)
  const read = (name: string) =>
    names.includes(name) ? readFileSync(join(folder, name)) : undefined
  return new Map(
    names.flatMap(name => {
      const type = types[extname(name)]
      const plain = type && read(name)
      if (!plain) return []
      return [
        [name, createContent(type, plain, { br: read(`${name}.br`), gzip: read(`${name}.gz`) })],
      ]
    }),
  )
}

const securityTxtPath = '/.well-known/security.txt'

/** Serves security.txt (RFC 9116), or 404 if no contact is configured. */
export const securityTxt: FastifyPluginAsync<{ config: Config }> = async (app, { config }) => {
  const { security, publicUrl } = config
  if (!security) return
  const { contact, expires } = security
  const text = `Contact: ${contact}\nExpires: ${expires}T23:59:59Z\nCanonical: ${new URL(securityTxtPath, publicUrl)}\n`
  app.get(securityTxtPath, (_request, reply) => reply.type('text/plain; charset=utf-8').send(text))
}
