import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config'
import type { Pages } from './read-pages'

/**
 * Security headers. The policy is as wide as the card company needs and no wider; who may embed the
 * page is configured, so there is no X-Frame-Options, which knows no list.
 */
export async function protectPage(app: FastifyInstance, config: Config, pages: Pages) {
  const origins = config.cards?.origins ?? { script: [], connect: [], frame: [] }
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...origins.script, ...pages.scriptHashes],
        styleSrc: ["'self'", ...pages.styleHashes],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...origins.connect],
        frameSrc: origins.frame.length > 0 ? origins.frame : ["'none'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: config.frameAncestors,
      },
    },
    frameguard: false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    originAgentCluster: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.publicUrl.protocol === 'https:',
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy(origins.frame))
  })
}

/** Payment for ourselves and the card company; nothing else is asked for. */
function permissionsPolicy(frames: string[]): string {
  const allowed = ['self', ...frames.filter(origin => !origin.includes('*')).map(o => `"${o}"`)]
  return `payment=(${allowed.join(' ')}), camera=(), geolocation=(), microphone=()`
}
