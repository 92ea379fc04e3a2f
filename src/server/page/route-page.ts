import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { defaultLanguage, LanguageSchema } from '../../shared/language'
import { refuse } from '../routes/errors'
import type { Page, Pages } from './read-pages'

const QuerySchema = v.object({ lang: v.fallback(LanguageSchema, defaultLanguage) })

/** The form at `/`, and the 404 page (JSON under `/api/`) at every other path. */
export function routePage(app: FastifyInstance, pages: Pages): void {
  app.get('/', (request, reply) => {
    const { lang } = v.parse(QuerySchema, { lang: undefined, ...(request.query as object) })
    return sendPage(request, reply, pages.form[lang])
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) return refuse(reply, 404, 'There is no such call.')
    return sendPage(request, reply.code(404), pages.notFound)
  })
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: page.etag,
  })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).send()
  return sendEncoded(request, reply, page)
}

function sendEncoded(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.plain)
}
