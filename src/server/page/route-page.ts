import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import * as v from 'valibot'
import type { PageRenderer } from '../../shared/page-renderer'
import { refuse } from '../errors'
import { PageQuerySchema } from '../routes/plain-orders'
import type { Page, Pages } from './read-pages'

interface PageOptions {
  pages: Pages
  renderer: () => Promise<PageRenderer>
}

/** The form or its thanks at `/`, and the 404 page (JSON under `/api/`) at every other path. */
export const routePage = fp<PageOptions>(async (app, { pages, renderer }) => {
  app.get('/', async (request, reply) => {
    const { lang, thanks } = v.parse(PageQuerySchema, request.query)
    if (thanks === undefined) return sendPage(request, reply, pages.form[lang])
    const { renderNotice } = await renderer()
    return reply.type('text/html; charset=utf-8').send(await renderNotice(lang, 'thanks'))
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) return refuse(reply, 404, 'There is no such call.')
    return sendPage(request, reply.code(404), pages.notFound)
  })
})

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: page.etag,
  })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) {
    reply.header('content-encoding', 'br')
    return page.brotli()
  }
  if (/\bgzip\b/.test(accepted)) {
    reply.header('content-encoding', 'gzip')
    return page.gzip()
  }
  return page.plain
}
