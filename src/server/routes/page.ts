import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { type FormState, findFormErrors } from '../../shared/form-state'
import {
  type PageRenderer,
  type PageResult,
  PageSettingsSchema,
  pageAddress,
  SentFormSchema,
} from '../../shared/order-form'
import { sendError } from '../errors'
import { placePlainOrder } from '../orders/place-order'
import { sendContent } from '../page/content'
import type { Documents } from '../page/read-documents'
import type { ThankedOrders } from '../page/thanked-orders'
import type { Routes } from './valibot'

/** `thanks` is the name under which an order is kept for the page that thanks for it. */
const PageQuerySchema = v.object({
  ...PageSettingsSchema.entries,
  thanks: v.optional(v.unknown()),
})

/** Reads the language of a form that was rejected, perhaps before it was parsed. */
const SentLanguageSchema = v.fallback(v.object({ lang: SentFormSchema.entries.lang }), {})

const html = 'text/html; charset=utf-8'

/** Serves the form or its thanks at `/`, and the 404 page at every other path, as JSON under `/api/`. */
export const routePage = fp<{
  documents: Documents
  renderer: () => Promise<PageRenderer>
  thanked: ThankedOrders
}>(async (app, { documents, renderer, thanked }) => {
  app.get('/', async (request, reply) => {
    const { thanks, ...settings } = v.parse(PageQuerySchema, request.query)
    const found = thanks === undefined ? undefined : thanked.find(String(thanks))
    if (!found) return sendContent(request, reply, documents.form(settings), 'no-cache')
    const { renderResult } = await renderer()
    if (found.order) reply.header('cache-control', 'no-store')
    return reply.type(html).send(renderResult(settings, { kind: 'thanks', ...found }))
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) return sendError(reply, 404, 'There is no such call.')
    return sendContent(request, reply.code(404), documents.notFound, 'no-cache')
  })
})

/**
 * Takes the form as the browser submits it without the script, or before that has loaded. The answer is
 * always a page: the thanks after a redirect, so that a reload sends nothing, or the form again.
 */
export const plainOrders: Routes<{
  renderer: () => Promise<PageRenderer>
  thanked: ThankedOrders
}> = async (app, { renderer, thanked }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // Errors are JSON, but a visitor without the script needs a page.
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || reply.getHeader('content-type') === html) return payload
    const settings = v.parse(PageSettingsSchema, request.query)
    const { lang = settings.lang } = v.parse(SentLanguageSchema, request.body)
    const { renderResult } = await renderer()
    reply.type(html)
    return renderResult({ ...settings, lang }, resultOf(reply))
  })
  app.post(
    '/',
    {
      config: { limit: 'free-order' },
      schema: { body: SentFormSchema, querystring: PageSettingsSchema },
    },
    async ({ body, query, ip, headers, addressHash }, reply) => {
      const form = parseForm(body)
      const { lang = query.lang } = body
      // A switch of the language returns the form as it was filled, without errors.
      const errors = body.language ? {} : findFormErrors(form)
      const hasErrors = Object.keys(errors).length > 0
      if (body.language || form.donationEnabled || hasErrors) {
        const { renderForm } = await renderer()
        reply.code(hasErrors ? 422 : 200).type(html)
        return renderForm(
          { ...query, lang: body.language ?? lang },
          {
            ...form,
            isChecked: body.language === undefined,
          },
        )
      }
      const sent = v.parse(CandleOrderSchema, {
        name: form.forWhom,
        purpose: form.purpose,
        // The address belongs to the donation.
        email: null,
        language: lang,
      })
      const outcome = await placePlainOrder(
        app.services,
        { sent, addressHash },
        {
          formKey: body.key,
          // Two phones behind one address usually differ in their browser.
          hashAt: async at => `${await app.hashAddress(ip, at)} ${headers['user-agent']}`,
        },
      )
      if (outcome.kind !== 'placed' && outcome.kind !== 'repeated') return reply.code(400).send()
      const { name, purpose } = sent
      const kept = thanked.keep({ name, purpose, isRepeated: outcome.kind === 'repeated' })
      return reply.redirect(`${pageAddress({ ...query, lang })}&thanks=${kept}`, 303)
    },
  )
}

/** Reads the form. Its order buttons place an order without a donation, whatever the checkbox says. */
function parseForm(body: v.InferOutput<typeof SentFormSchema>): FormState & { amount: string } {
  const { forWhom, purpose, email, amount, order, withoutDonation } = body
  const ordered = order !== undefined || withoutDonation !== undefined
  const donationEnabled = body.donationEnabled !== undefined && !ordered
  return { forWhom, purpose, email, amount, donationEnabled }
}

function resultOf(reply: FastifyReply): PageResult {
  const { statusCode } = reply
  if (statusCode === 403) return { kind: 'not-here' }
  if (statusCode === 413) return { kind: 'too-long' }
  if (statusCode !== 429) return { kind: 'failed' }
  return { kind: 'too-often', minutes: Math.ceil(Number(reply.getHeader('retry-after')) / 60) }
}
