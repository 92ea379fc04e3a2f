import { setImmediate } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { languages } from '../../shared/language'
import type { PageRenderer } from '../../shared/order-form'
import type { TemplePageData, TempleResult } from '../../shared/temple-page'
import type { Config } from '../config/read-config'
import { isStoreFailure } from '../db/failures'
import { findPress } from '../db/presses'
import { type NoticeName, parseToken } from '../emails/temple-link'
import { sendError } from '../errors'
import { isFromElsewhere } from '../limits/other-sites'
import { createUploads } from '../limits/uploads'
import { takePress } from '../orders/light-candles'
import { sendContent } from '../page/content'
import type { Pages } from '../page/read-pages'
import { templeHeaders } from '../page/security-headers'
import { createPhotoQueue } from '../photos/prepare-photo'
import type { Services } from '../services'
import { createLinkKeyReader } from '../temple/link-key-reader'
import { type Opened, readTemplePage } from '../temple/read-page'
import { receivePress } from '../temple/receive-press'

const html = 'text/html; charset=utf-8'
/** More links opened at once than any scanner does. */
const maxOpening = 500

const CodesSchema = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform(codes => [codes].flat()),
)

const QuerySchema = v.object({
  lang: v.fallback(v.optional(v.picklist(languages)), undefined),
  /** What was ticked when the language was switched. */
  order: v.fallback(v.optional(CodesSchema, []), []),
  keepsTicks: v.optional(v.unknown()),
  press: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(50))), undefined),
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The notice that the link names. */
    notice: NoticeName
  }
}

/**
 * The temple's page of a notice. A GET changes nothing, because mail scanners open links. It stands
 * outside the form's limits: neither takes places from the other.
 */
export const templePage: FastifyPluginAsync<{
  config: Config
  pages: Pages
  renderer: () => Promise<PageRenderer>
}> = async (app, { config, pages, renderer }) => {
  const { services } = app
  const readKey = createLinkKeyReader(services.store, services.now)
  /** Pages, so that other visitors are served between two. */
  const oneAtATime = pLimit(1)
  const uploads = createUploads()
  const preparePhoto = createPhotoQueue(config.photoSocket)
  const headers = templeHeaders(config)
  app.decorateRequest('notice')
  app.removeAllContentTypeParsers()
  app.register(multipart, { throwFileSizeLimit: false })

  const sendLinkNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendContent(request, reply.code(404), pages.linkNotFound, 'no-store')

  app.addHook<{ Params: { token: string } }>('onRequest', async (request, reply) => {
    reply.headers(headers)
    const key = await readKey()
    const notice = key && parseToken(request.params.token, key)
    if (!notice) return reply.send(await sendLinkNotFound(request, reply))
    request.notice = notice
  })

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    opened: Pick<Opened, 'result' | 'ticked'>,
  ) => {
    if (oneAtATime.activeCount + oneAtATime.pendingCount > maxOpening)
      return sendError(reply.header('retry-after', '5'), 503, 'Please try again.')
    return oneAtATime(async () => {
      await setImmediate()
      const { lang = config.mail.templeLanguage } = v.parse(QuerySchema, request.query)
      const path = request.url.split('?')[0] ?? ''
      const full = { ...opened, language: lang, path }
      const page = await readTemplePage(services, request.notice, full).catch(error => {
        if (!isStoreFailure(error)) throw error
        services.storeWatch.noteFailure(error)
        reply.code(503).header('retry-after', '5')
        return describeFailure(full, request.notice, services)
      })
      if (!page) return sendLinkNotFound(request, reply)
      const { renderTemple } = await renderer()
      return reply.type(html).send(renderTemple(page))
    })
  }

  app.get('/temple/:token', async (request, reply) => {
    const { press, order, keepsTicks } = v.parse(QuerySchema, request.query)
    const result = press
      ? await findPress(services.store.db, press, request.notice.code).catch(() => null)
      : null
    return answer(request, reply, { result, ticked: keepsTicks === undefined ? null : order })
  })

  app.post<{ Params: { token: string } }>(
    '/temple/:token',
    {
      config: { limit: 'upload' },
      async onRequest(request, reply) {
        if (isFromElsewhere(request, config.publicUrl))
          return sendError(reply, 403, 'Cross-site requests are not allowed.')
      },
    },
    async (request, reply) => {
      const { notice } = request
      let ticked: string[] | null = null
      const reject = (status: number, result: TempleResult) =>
        answer(request, reply.code(status), { result, ticked })
      try {
        const outcome = await uploads.run(request, notice.code, async mayKeepPictures => {
          const tools = mayKeepPictures ? { dataDir: services.dataDir, preparePhoto } : null
          const { received, ticked: arrived } = await receivePress(request, tools)
          ticked = arrived
          return received.kind === 'received'
            ? takePress(services, notice, { ...received.press, token: request.params.token })
            : received
        })
        if (outcome === 'too-many-pictures')
          return await reject(413, { kind: 'failed', reason: outcome })
        if (outcome.kind === 'failed') {
          const { status, reason } = outcome
          if (status === 503) reply.header('retry-after', '10')
          return await reject(status, { kind: 'failed', reason })
        }
        if (outcome.kind === 'link-ended') return await sendLinkNotFound(request, reply)
        if (outcome.kind === 'rejected') return await reject(422, outcome.result)
        const { lang } = v.parse(QuerySchema, request.query)
        const query = new URLSearchParams({ press: outcome.id, ...(lang && { lang }) })
        return reply.redirect(`/temple/${request.params.token}?${query}`, 303)
      } catch (error) {
        if (!isStoreFailure(error)) throw error
        services.storeWatch.noteFailure(error)
        return await reject(503, { kind: 'failed', reason: 'unavailable' })
      }
    },
  )
}

/** While the store cannot be read the page shows no orders, but says why. */
function describeFailure(
  { language, path }: Omit<Opened, 'result' | 'ticked'>,
  { kind }: NoticeName,
  { emailSettings, now }: Services,
): TemplePageData {
  return {
    language,
    path,
    kind,
    at: now(),
    now: now(),
    orders: [],
    isClosed: false,
    undo: null,
    timeZone: emailSettings.digest.timeZone,
    templeName: emailSettings.temple?.name[language] || null,
    result: { kind: 'failed', reason: 'unavailable' },
  }
}
