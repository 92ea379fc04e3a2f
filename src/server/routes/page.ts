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
import type { Pages } from '../page/read-pages'
import type { ThankedOrders } from '../page/thanked-orders'
import type { Routes } from './valibot'

/** `thanks`: the page after an order, with the value that it is kept under for a while. */
const PageQuerySchema = v.object({
  ...PageSettingsSchema.entries,
  thanks: v.optional(v.unknown()),
})

/** The language of a form that was rejected, perhaps before it was parsed. */
const SentLanguageSchema = v.fallback(v.object({ lang: SentFormSchema.entries.lang }), {})

const html = 'text/html; charset=utf-8'

/** The form or its thanks at `/`, and the 404 page (JSON under `/api/`) at every other path. */
export const routePage = fp<{
  pages: Pages
  renderer: () => Promise<PageRenderer>
  thanked: ThankedOrders
}>(async (app, { pages, renderer, thanked }) => {
  app.get('/', async (request, reply) => {
    const { thanks, ...settings } = v.parse(PageQuerySchema, request.query)
    const found = thanks === undefined ? undefined : thanked.find(String(thanks))
    if (!found) return sendContent(request, reply, pages.form(settings), 'no-cache')
    const { renderResult } = await renderer()
    if (found.order) reply.header('cache-control', 'no-store')
    return reply.type(html).send(renderResult(settings, { kind: 'thanks', ...found }))
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) return sendError(reply, 404, 'There is no such call.')
    return sendContent(request, reply.code(404), pages.notFound, 'no-cache')
  })
})

/**
 * The form as the browser submits it, without the script or before it has loaded. The answer is always
 * a page: thanks (after a redirect, so that a reload sends nothing), or the form again.
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
  // Errors are JSON; a visitor without a script needs a page.
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
      // Switching the language returns the filled form.
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
        // Ignored if the donation was switched off.
        email: body.withoutDonation === undefined ? null : form.email || null,
        language: lang,
      })
      const outcome = await placePlainOrder(
        app.services,
        { sent, addressHash },
        {
          formKey: body.key,
          // Another phone behind the same address orders another candle.
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

/** The order buttons place an order without a donation, whatever the checkbox says. */
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
