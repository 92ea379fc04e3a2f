import { setImmediate } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { hourMs } from '../../shared/durations'
import { languages } from '../../shared/language'
import type { PageRenderer } from '../../shared/order-form'
import type { TemplePageData, TempleResult } from '../../shared/temple-page'
import type { Config } from '../config/read-config'
import { insertEmails } from '../db/emails'
import { isStoreFailure } from '../db/failures'
import { inTransaction } from '../db/store'
import { findSubmission } from '../db/submissions'
import { linkEmail } from '../emails/link-email'
import { readTempleToken, type TempleLink } from '../emails/temple-link'
import { sendError } from '../errors'
import { isFromElsewhere } from '../limits/other-sites'
import { createUploads } from '../limits/uploads'
import { applySubmission } from '../orders/light-candles'
import { sendContent } from '../page/content'
import type { Documents } from '../page/read-documents'
import { templeHeaders } from '../page/security-headers'
import { createPhotoQueue } from '../photos/prepare-photo'
import type { Services } from '../services'
import { createLinkKeyReader } from '../temple/link-key-reader'
import { type Opened, readTemplePage } from '../temple/read-page'
import { receiveSubmission } from '../temple/receive-submission'

const html = 'text/html; charset=utf-8'
/** So many pages wait to be rendered at most. No mail scanner opens as many links at once. */
const maxOpening = 500

const CodesSchema = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform(codes => [codes].flat()),
)

const Place = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(60))), undefined)

const QuerySchema = v.object({
  lang: v.fallback(v.optional(v.picklist(languages)), undefined),
  /** The orders that were ticked when the language was switched. */
  order: v.fallback(v.optional(CodesSchema, []), []),
  submission: Place,
  after: Place,
  lit: Place,
  at: Place,
})

declare module 'fastify' {
  interface FastifyRequest {
    templeLink: TempleLink
  }
}

/**
 * Serves the temple's page of all that waits. A GET changes nothing, because mail scanners open links.
 * The page is outside the form's limits, so neither takes places from the other. A link that has ended
 * opens a page with one button, which sends the temple a new link.
 */
export const templePage: FastifyPluginAsync<{
  config: Config
  documents: Documents
  renderer: () => Promise<PageRenderer>
}> = async (app, { config, documents, renderer }) => {
  const { services } = app
  const readKey = createLinkKeyReader(services.store, services.now)
  /** Pages are rendered one at a time, so that other visitors are served between two. */
  const oneAtATime = pLimit(1)
  const uploads = createUploads()
  const preparePhoto = createPhotoQueue(config.photoSocket)
  const headers = templeHeaders(config)
  app.decorateRequest('templeLink')
  app.removeAllContentTypeParsers()
  app.register(multipart, { throwFileSizeLimit: false })
  // While the store is down, only a key that was read before opens the page that says so.
  app.addHook('onReady', async () => void (await readKey()))

  const sendLinkNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendContent(request, reply.code(404), documents.linkNotFound, 'no-store')

  app.addHook<{ Params: { token: string } }>('onRequest', async (request, reply) => {
    reply.headers(headers)
    const key = await readKey()
    const link = key ? readTempleToken(request.params.token, key, services.now()) : 'unknown'
    if (link === 'unknown') return reply.send(await sendLinkNotFound(request, reply))
    request.templeLink = link
  })

  const languageOf = ({ query }: FastifyRequest) =>
    v.parse(QuerySchema, query).lang ?? config.mail.templeLanguage

  const sendLinkEnded = async (request: FastifyRequest, reply: FastifyReply, isSent: boolean) => {
    const { renderEndedLink } = await renderer()
    const language = languageOf(request)
    return reply.code(410).type(html).send(renderEndedLink({ language, isSent }))
  }

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    opened: Omit<Opened, 'language' | 'path'>,
  ) => {
    if (oneAtATime.activeCount + oneAtATime.pendingCount > maxOpening)
      return sendError(reply.header('retry-after', '5'), 503, 'Please try again.')
    return oneAtATime(async () => {
      await setImmediate()
      const path = request.url.split('?')[0] ?? ''
      const full = { ...opened, language: languageOf(request), path }
      const page = await readTemplePage(services, full).catch(error => {
        if (!isStoreFailure(error)) throw error
        services.storeWatch.reportFailure(error)
        reply.code(503).header('retry-after', '5')
        return describeFailure(full, services)
      })
      const { renderTemple } = await renderer()
      return reply.type(html).send(renderTemple(page))
    })
  }

  app.get('/temple/:token', async (request, reply) => {
    if (request.templeLink === 'ended') return sendLinkEnded(request, reply, false)
    const { submission, order, after, lit, at } = v.parse(QuerySchema, request.query)
    const shown = submission
      ? await findSubmission(services.store.db, submission).catch(() => undefined)
      : undefined
    return answer(request, reply, { after, lit, at, submission: shown, ticked: order })
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
      if (request.templeLink === 'ended') {
        await sendNewLink(services)
        return sendLinkEnded(request, reply, true)
      }
      const { token } = request.params
      let ticked: string[] = []
      const { after } = v.parse(QuerySchema, request.query)
      const reject = (status: number, result: TempleResult) =>
        answer(request, reply.code(status), { after, result, ticked })
      try {
        const outcome = await uploads.run(request, async mayKeepPictures => {
          const tools = mayKeepPictures ? { dataDir: services.dataDir, preparePhoto } : null
          const { received, codes } = await receiveSubmission(request, tools)
          ticked = codes
          return received.kind === 'received'
            ? applySubmission(services, received.submission, token)
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
        const query = new URLSearchParams({ submission: outcome.id, ...(lang && { lang }) })
        return reply.redirect(`/temple/${token}?${query}`, 303)
      } catch (error) {
        if (!isStoreFailure(error)) throw error
        services.storeWatch.reportFailure(error)
        return await reject(503, { kind: 'failed', reason: 'unavailable' })
      }
    },
  )
}

/** Sends the temple a new link, at most once an hour, because the hour is the email's subject. */
async function sendNewLink({ store, emailSettings, now }: Services): Promise<void> {
  const hour = new Date(now() - (now() % hourMs)).toISOString()
  await inTransaction(store, trx => insertEmails(trx, [linkEmail(emailSettings, hour)], now()))
}

/** While the store cannot be read, the page shows no orders and says why. */
function describeFailure(
  { language, path }: Opened,
  { emailSettings, now }: Services,
): TemplePageData {
  return {
    language,
    path,
    now: now(),
    timeZone: emailSettings.digest.timeZone,
    templeName: emailSettings.temple?.name[language] || null,
    after: null,
    sections: [],
    next: null,
    lit: [],
    earlierLit: null,
    at: null,
    undo: null,
    names: {},
    key: '',
    result: { kind: 'failed', reason: 'unavailable' },
  }
}
