import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fp from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config/read-config'
import type { Pages } from './read-pages'

/**
 * Security headers. The policy allows what the payment provider needs. There is no X-Frame-Options,
 * because it knows no list of embedding sites.
 */
export const securityHeaders = fp<{ config: Config; pages: Pages }>(
  async (app, { config, pages }) => {
    const origins = config.cards?.origins ?? { script: [], connect: [], frame: [], form: [] }
    const headers = composeHeaders({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'", ...origins.script, ...pages.scriptHashes],
          styleSrc: ["'self'", ...pages.styleHashes],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'", ...origins.connect],
          frameSrc: origins.frame.length > 0 ? origins.frame : ["'none'"],
          formAction: ["'self'", ...origins.form],
          baseUri: ["'none'"],
          frameAncestors: config.frameAncestors,
        },
      },
      frameguard: false,
      // With it a browser opens the page in a new process: 40 ms on a slow phone. It would protect nothing
      // from a site that may frame the form.
      crossOriginOpenerPolicy: false,
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      originAgentCluster: false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // Of this name alone: a parish may have another one below it without HTTPS.
      strictTransportSecurity: config.publicUrl.protocol === 'https:' && {
        includeSubDomains: false,
      },
    })
    headers['permissions-policy'] = permissionsPolicy(origins.frame)
    app.addHook('onRequest', (_request, reply, next) => {
      reply.headers(headers)
      next()
    })
  },
)

/** Of the temple's page: nobody frames, keeps, lists or refers to it, and it loads nothing of others. */
export function templeHeaders({ publicUrl }: Config): OutgoingHttpHeaders {
  const headers = composeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Thumbnails of pictures that are not sent yet.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    // Under no-referrer browsers post a form with `Origin: null` (fetch.spec.whatwg.org, 3.2).
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: publicUrl.protocol === 'https:',
  })
  return { ...headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
}

/** Composed once: helmet would spend a fifth of each page's time on identical headers. */
function composeHeaders(options: HelmetOptions): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, () => {})
  return response.getHeaders()
}

function permissionsPolicy(frames: string[]): string {
  const allowed = ['self', ...frames.filter(origin => !origin.includes('*')).map(o => `"${o}"`)]
  return `payment=(${allowed.join(' ')}), camera=(), geolocation=(), microphone=()`
}
