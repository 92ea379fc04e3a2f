import fp from 'fastify-plugin'
import * as v from 'valibot'
import type { PageRenderer } from '../../shared/order-form'
import { refuse } from '../errors'
import { PageQuerySchema } from '../routes/plain-orders'
import { sendContent } from './content'
import type { Pages } from './read-pages'

interface PageOptions {
  pages: Pages
  renderer: () => Promise<PageRenderer>
}

/** The form or its thanks at `/`, and the 404 page (JSON under `/api/`) at every other path. */
export const routePage = fp<PageOptions>(async (app, { pages, renderer }) => {
  app.get('/', async (request, reply) => {
    const { lang, thanks } = v.parse(PageQuerySchema, request.query)
    if (thanks === undefined) return sendContent(request, reply, pages.form[lang], 'no-cache')
    const { renderNotice } = await renderer()
    return reply.type('text/html; charset=utf-8').send(await renderNotice(lang, 'thanks'))
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) return refuse(reply, 404, 'There is no such call.')
    return sendContent(request, reply.code(404), pages.notFound, 'no-cache')
  })
})
