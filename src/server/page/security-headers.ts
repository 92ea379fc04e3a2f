import fp from 'fastify-plugin'
import type { Config } from '../config/read-config'
import type { Documents } from './read-documents'

type Headers = Record<string, string>

const yearSeconds = 365 * 24 * 3_600

/** Every page sends these against guesses of old browsers (owasp.org/www-project-secure-headers). */
const common: Headers = {
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/**
 * Sends security headers. The policy allows what the payment provider needs. X-Frame-Options is left out,
 * because it cannot list embedding sites. So is Cross-Origin-Opener-Policy: it makes a browser open the
 * page in a new process, which takes 40 ms on a slow phone, and protects nothing from a site that may
 * frame the form.
 */
export const securityHeaders = fp<{ config: Config; documents: Documents }>(
  async (app, { config, documents }) => {
    const origins = config.cards?.origins ?? { script: [], connect: [], frame: [], form: [] }
    const headers: Headers = {
      ...common,
      'content-security-policy': formatPolicy({
        'default-src': ["'none'"],
        'script-src': ["'self'", ...origins.script, ...documents.scriptHashes],
        'style-src': ["'self'", ...documents.styleHashes],
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
      // Only this name is meant, because a parish may have a name below it without HTTPS.
      ...strictTransport(config),
    }
    app.addHook('onRequest', (_request, reply, next) => {
      reply.headers(headers)
      next()
    })
  },
)

/** The headers of the temple's page: nobody may frame, keep or list it, and it loads nothing from others. */
export function templeHeaders(config: Config): Headers {
  return {
    ...common,
    'cache-control': 'no-store',
    'content-security-policy': formatPolicy({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      // The page shows thumbnails of pictures that are not sent yet.
      'img-src': ["'self'", 'data:', 'blob:'],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // The link must not become the Referer of the page's own files, which a proxy logs. `no-referrer` would
    // make browsers post the form with `Origin: null` (fetch.spec.whatwg.org, 3.2).
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

/** Requires HTTPS for this name only, because the parish's other sites may have none. */
const strictTransport = ({ publicUrl }: Config): Headers =>
  publicUrl.protocol === 'https:' ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {}

function permissionsPolicy(frames: string[]): string {
  const allowed = ['self', ...frames.filter(origin => !origin.includes('*')).map(o => `"${o}"`)]
  return `payment=(${allowed.join(' ')}), camera=(), geolocation=(), microphone=()`
}
