import fp from 'fastify-plugin'
import type { Config } from '../config/read-config'
import type { Pages } from './read-pages'

type Headers = Record<string, string>

const yearSeconds = 365 * 24 * 3_600

/** Of every page, against what old browsers guess or offer (owasp.org/www-project-secure-headers). */
const common: Headers = {
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/**
 * Security headers. The policy allows what the payment provider needs. There is no X-Frame-Options,
 * because it knows no list of embedding sites, and no Cross-Origin-Opener-Policy: with it a browser
 * opens the page in a new process, 40 ms on a slow phone, and it would protect nothing from a site
 * that may frame the form.
 */
export const securityHeaders = fp<{ config: Config; pages: Pages }>(
  async (app, { config, pages }) => {
    const origins = config.cards?.origins ?? { script: [], connect: [], frame: [], form: [] }
    const headers: Headers = {
      ...common,
      'content-security-policy': formatPolicy({
        'default-src': ["'none'"],
        'script-src': ["'self'", ...origins.script, ...pages.scriptHashes],
        'style-src': ["'self'", ...pages.styleHashes],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'", ...origins.connect],
        'frame-src': origins.frame.length > 0 ? origins.frame : ["'none'"],
        'form-action': ["'self'", ...origins.form],
        'base-uri': ["'none'"],
        'frame-ancestors': config.frameAncestors,
      }),
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy': permissionsPolicy(origins.frame),
      'referrer-policy': 'strict-origin-when-cross-origin',
      // Of this name alone: a parish may have another one below it without HTTPS.
      ...strictTransport(config),
    }
    app.addHook('onRequest', (_request, reply, next) => {
      reply.headers(headers)
      next()
    })
  },
)

/** Of the temple's page: nobody frames, keeps, lists or refers to it, and it loads nothing of others. */
export function templeHeaders(config: Config): Headers {
  return {
    ...common,
    'cache-control': 'no-store',
    'content-security-policy': formatPolicy({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      // Thumbnails of pictures that are not sent yet.
      'img-src': ["'self'", 'data:', 'blob:'],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // The link must not become the Referer of the page's own files, which a proxy logs. Under no-referrer
    // browsers post a form with `Origin: null` (fetch.spec.whatwg.org, 3.2).
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    ...strictTransport(config),
  }
}

const formatPolicy = (directives: Record<string, string[]>) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')

/** Of this name only: the parish's other sites may have no TLS. */
const strictTransport = ({ publicUrl }: Config): Headers =>
  publicUrl.protocol === 'https:' ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {}

function permissionsPolicy(frames: string[]): string {
  const allowed = ['self', ...frames.filter(origin => !origin.includes('*')).map(o => `"${o}"`)]
  return `payment=(${allowed.join(' ')}), camera=(), geolocation=(), microphone=()`
}
