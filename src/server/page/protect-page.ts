import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config/read-config'
import type { Pages } from './read-pages'

/**
 * Security headers. The policy is as wide as the payment provider needs and no wider; who may embed the
 * page is configured, so there is no X-Frame-Options, which knows no list.
 */
export const protectPage = fp<{ config: Config; pages: Pages }>(async (app, { config, pages }) => {
  const origins = config.cards?.origins ?? { script: [], connect: [], frame: [], form: [] }
  const headers = await composeHeaders({
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
    crossOriginEmbedderPolicy: false,
    // A bank's window that the card form opens has to find its way back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    originAgentCluster: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.publicUrl.protocol === 'https:',
  })
  headers['permissions-policy'] = permissionsPolicy(origins.frame)
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
})

/**
 * What helmet writes is the same for every answer, and writing it anew took a fifth of a page's
 * processor time: it is asked once.
 */
async function composeHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const sample = Fastify()
  await sample.register(helmet, options)
  sample.get('/', (_request, reply) => reply.send())
  const { headers } = await sample.inject('/')
  const { date: _now, connection: _own, 'content-length': _none, ...constant } = headers
  return Object.fromEntries(Object.entries(constant).map(([name, value]) => [name, String(value)]))
}

/** Payment for ourselves and the payment provider; nothing else is asked for. */
function permissionsPolicy(frames: string[]): string {
  const allowed = ['self', ...frames.filter(origin => !origin.includes('*')).map(o => `"${o}"`)]
  return `payment=(${allowed.join(' ')}), camera=(), geolocation=(), microphone=()`
}
