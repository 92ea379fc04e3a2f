import * as v from 'valibot'
import { LanguageSchema } from '../../shared/language'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number, 0 to 65535'),
  v.transform(Number),
  v.maxValue(65535, 'must be a port number, 0 to 65535'),
)
const days = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a whole number of days'),
  v.transform(Number),
  v.minValue(1, 'must be at least 1 day'),
)
const factor = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}(\.\d+)?$/, 'must be a number such as 1, 0.5 or 20'),
  v.transform(Number),
  v.check(value => value > 0, 'must be above 0'),
)
function urlOf(...protocols: string[]) {
  const wanted = protocols.map(protocol => `${protocol}//`).join(' or ')
  return v.pipe(
    text,
    v.check(
      value => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address starting with ${wanted}`,
    ),
  )
}
function key(prefixes: string[], where: string) {
  return v.pipe(
    text,
    v.check(
      value => prefixes.some(prefix => value.startsWith(prefix)),
      `must start with ${prefixes.join(' or ')} (${where})`,
    ),
  )
}
const address = v.pipe(text, v.includes('@', 'must be a mail address'))

/** Every variable of `.env.example`; what is not set has its demo default. */
export const EnvironmentSchema = v.object({
  NODE_ENV: v.optional(text, 'development'),
  PORT: v.optional(port, '3000'),
  HOST: v.optional(text, '127.0.0.1'),
  PUBLIC_URL: v.optional(urlOf('http:', 'https:')),
  DATA_DIR: v.optional(text, './data'),
  DATABASE_URL: v.optional(urlOf('postgres:', 'postgresql:')),
  CARD_PROVIDER: v.optional(
    v.picklist(['stripe', 'sandbox', 'none'], 'must be stripe, sandbox or none'),
  ),
  STRIPE_SECRET_KEY: v.optional(key(['sk_', 'rk_'], 'Stripe dashboard, Developers, API keys')),
  STRIPE_PUBLISHABLE_KEY: v.optional(key(['pk_'], 'Stripe dashboard, Developers, API keys')),
  STRIPE_WEBHOOK_SECRET: v.optional(key(['whsec_'], 'Stripe dashboard, Developers, Webhooks')),
  SANDBOX_PORT: v.optional(port, '12111'),
  SMTP_URL: v.optional(urlOf('smtp:', 'smtps:')),
  MAIL_FROM: v.optional(address, 'Svichka <svichka@localhost>'),
  TEMPLE_EMAIL: v.optional(address, 'temple@localhost'),
  TEMPLE_LANGUAGE: v.optional(LanguageSchema, 'uk'),
  IMAP_URL: v.optional(urlOf('imap:', 'imaps:')),
  FRAME_ANCESTORS: v.optional(text, '*'),
  TRUST_PROXY: v.optional(
    v.pipe(
      text,
      // `true` would believe any visitor's word on their own address.
      v.check(value => value !== 'true', 'must list the proxies (127.0.0.1, 10.0.0.0/8)'),
    ),
  ),
  LIMIT_FACTOR: v.optional(factor, '1'),
  METRICS_PORT: v.optional(port),
  RETENTION_DAYS: v.optional(days, '90'),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
})

export type Environment = v.InferOutput<typeof EnvironmentSchema>
