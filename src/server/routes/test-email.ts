import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Config } from '../config/read-config'
import { setWatermark } from '../db/watermarks'
import { localTexts } from '../emails/format'
import { isTestEmailToken } from '../emails/temple-link'
import { sendError } from '../errors'
import { type Html, html } from '../html'
import { isFromElsewhere } from '../limits/other-sites'
import { templeHeaders } from '../page/security-headers'
import { createLinkKeyReader } from '../temple/link-key-reader'

const styles = `:root { color-scheme: light dark }
body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 22rem; padding: 0 1rem }
button { font: inherit; font-weight: 600; min-height: 3rem; padding: 0 1.5rem }`
const styleHash = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`

/**
 * Where the button of `svichka doctor --mail` leads. A GET changes nothing, because mail scanners open
 * links; the page's own button says that emails arrive.
 */
export const testEmailPage: FastifyPluginAsync<{ config: Config }> = async (app, { config }) => {
  const { store, now } = app.services
  const { templeLanguage, digest } = config.mail
  const readKey = createLinkKeyReader(store, now)
  const { language, testEmail } = localTexts(templeLanguage, digest.timeZone)
  const policy = `default-src 'none'; style-src ${styleHash}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  const headers = { ...templeHeaders(config), 'content-security-policy': policy }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 }, async () => null)

  app.addHook<{ Params: { token: string } }>('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (request.method === 'POST' && isFromElsewhere(request, config.publicUrl))
      return sendError(reply, 403, 'Cross-site requests are not allowed.')
    const key = await readKey()
    if (!key || !isTestEmailToken(request.params.token, key))
      return reply.code(404).type('text/plain').send('Page Not Found')
  })

  const send = (reply: FastifyReply, body: Html) =>
    reply.type('text/html; charset=utf-8').send(
      html`<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${testEmail.heading}</title><style>${styles}</style></head>
<body><h1>${testEmail.heading}</h1>${body}</body></html>`.markup,
    )

  app.get('/test-email/:token', async (_request, reply) =>
    send(
      reply,
      html`<p>${testEmail.pressOnce}</p><form method="post"><button>${testEmail.yes}</button></form>`,
    ),
  )
  app.post('/test-email/:token', async (_request, reply) => {
    await setWatermark(store.db, 'emails-confirmed-at', now())
    return send(reply, html`<p>${testEmail.thanks}</p>`)
  })
}
