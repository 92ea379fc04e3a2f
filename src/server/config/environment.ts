import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import * as v from 'valibot'
import { languages } from '../../shared/language'
import { formatMailboxes } from './mailboxes'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be blank'))
const checked = (isValid: (value: string) => boolean, message: string) =>
  v.pipe(text, v.check(isValid, message))
const number = (pattern: RegExp, message: string) =>
  v.pipe(v.string(), v.regex(pattern, message), v.transform(Number))

const wrongPort = 'must be a port number, 0 to 65535'
const port = v.pipe(number(/^\d{1,5}$/, wrongPort), v.maxValue(65_535, wrongPort))
const days = number(/^[1-9]\d{0,4}$/, 'must be a whole number of days, at least 1')
const factor = v.pipe(
  number(/^\d{1,4}(\.\d+)?$/, 'must be a number such as 1, 0.5 or 20'),
  v.check(value => value > 0, 'must be above 0'),
)
const urlOf = (...protocols: string[]) => {
  const beginnings = protocols.map(protocol => `${protocol}//`)
  return v.pipe(
    text,
    v.check(
      value => beginnings.some(beginning => value.toLowerCase().startsWith(beginning)),
      `must be a URL starting with ${beginnings.join(' or ')}`,
    ),
    v.check(
      value =>
        !beginnings.some(each => value.toLowerCase().startsWith(each)) || URL.canParse(value),
      'cannot be read as a URL: in its user and password write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25',
    ),
  )
}
/** An address without a path, because the server's own addresses begin at the root of its name. */
const originUrl = v.pipe(
  urlOf('http:', 'https:'),
  v.check(
    value => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
    'may have no path: Svichka needs a name of its own, such as https://candle.example.org',
  ),
)
const key = (prefixes: string[], where: string) =>
  checked(
    value => prefixes.some(prefix => value.startsWith(prefix)),
    `must start with ${prefixes.join(' or ')} (Stripe dashboard, Developers, ${where})`,
  )
const timesOfDay = v.pipe(
  text,
  v.regex(
    /^([01]?\d|2[0-3]):[0-5]\d(\s*,\s*([01]?\d|2[0-3]):[0-5]\d)*$/,
    'must be times such as 07:00, 16:00',
  ),
  v.transform(times => times.split(',').map(time => time.trim().padStart(5, '0'))),
)

/** Accepts an address, a network, or a name that Fastify knows (fastify.dev, trustProxy). */
function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [, address = '', prefix = 32] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(value) ?? []
  // A shorter prefix would trust strangers, and 0.0.0.0/0 everybody.
  const [shortest, longest] = isIP(address) === 4 ? [8, 32] : [7, 128]
  return isIP(address) > 0 && Number(prefix) >= shortest && Number(prefix) <= longest
}

/** Returns whether what is sent to this host stays on the machine. */
export function isLoopback(host: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Puts an IPv6 address in brackets, as in a URL. */
export function formatHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}

const host = checked(
  value => URL.canParse(`http://${formatHost(value)}`),
  'must be an IP address or host name of this machine',
)
const mailboxes = (max: number, message: string) =>
  v.pipe(
    text,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const header = formatMailboxes(dataset.value, max)
      if (header !== null) return header
      addIssue({ message })
      return NEVER
    }),
  )
const sender = mailboxes(
  1,
  'must be one email address, such as candle@example.org or Свічка <candle@example.org>',
)
const recipients = mailboxes(
  Infinity,
  'must be email addresses such as temple@example.org, separated by commas',
)
const list = v.pipe(
  text,
  v.transform(value => value.split(/[\s,]+/)),
)
/** Accepts a source of a content security policy (www.w3.org/TR/CSP3, frame-ancestors). */
const isAncestor = (value: string) => /^('self'|'none'|(https?:\/\/)?[\w.*:[\]-]+)$/.test(value)
/** Finds the address of a page, given by mistake in place of that of its site. */
const findPath = (value: string) => /^(https?:\/\/[\w.*:[\]-]+)(\/[!-:<-~]+)$/.exec(value)
const ancestors = v.pipe(
  list,
  // A settings file takes the quotes of 'self' and 'none' for its own.
  v.transform(values =>
    values.map(value =>
      ['self', 'none'].includes(value) ? `'${value}'` : value.replace(/(?<=[^:/])\/$/, ''),
    ),
  ),
  v.check(
    values => !values.some(findPath),
    ({ input }) => {
      const [, site = '', path = ''] = input.map(findPath).find(found => found !== null) ?? []
      return `must name sites: write ${site}, without ${path}. Browsers compare only the site, and show nothing otherwise`
    },
  ),
  v.check(
    values => values.every(value => isAncestor(value) || findPath(value)),
    'must be sites such as https://parish.example.org (a Cyrillic name as xn--…), self, none or *, separated by spaces',
  ),
)
// `true`, or a number of hops, would trust any visitor's header.
const proxies = v.pipe(
  list,
  v.check(
    values => String(values) === 'false' || values.every(isNetwork),
    'must be addresses or networks of proxies, such as 127.0.0.1 or 10.0.0.0/8, separated by commas',
  ),
  v.transform(values => String(values) !== 'false' && values),
)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Parses every variable of `.env.example`. The defaults are those of the demo. */
export const EnvironmentSchema = v.object({
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'must be production, or not be set'),
    'development',
  ),
  PORT: v.optional(port, '3000'),
  HOST: v.optional(host, '127.0.0.1'),
  PUBLIC_URL: v.optional(originUrl),
  DATA_DIR: v.optional(text, './data'),
  BACKUP_TO: v.optional(checked(isAbsolute, 'must be an absolute path, such as /mnt/backups')),
  DATABASE_URL: v.optional(urlOf('postgres:', 'postgresql:')),
  CARD_PROVIDER: v.optional(
    v.picklist(['stripe', 'sandbox', 'none'], 'must be stripe, sandbox or none'),
  ),
  STRIPE_SECRET_KEY: v.optional(key(['sk_', 'rk_'], 'API keys')),
  STRIPE_PUBLISHABLE_KEY: v.optional(key(['pk_'], 'API keys')),
  STRIPE_WEBHOOK_SECRET: v.optional(key(['whsec_'], 'Webhooks')),
  CARD_WALLETS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  SANDBOX_PORT: v.optional(port, '12111'),
  SMTP_URL: v.optional(urlOf('smtp:', 'smtps:')),
  MAIL_FROM: v.optional(sender, 'svichka@localhost'),
  TEMPLE_EMAIL: v.optional(recipients, 'temple@localhost'),
  OPERATOR_EMAIL: v.optional(recipients),
  TEMPLE_NAME: v.optional(text),
  TEMPLE_NAME_UK: v.optional(text),
  TEMPLE_NAME_RU: v.optional(text),
  TEMPLE_NAME_EN: v.optional(text),
  TEMPLE_TOWN: v.optional(text),
  TEMPLE_TOWN_UK: v.optional(text),
  TEMPLE_TOWN_RU: v.optional(text),
  TEMPLE_TOWN_EN: v.optional(text),
  TEMPLE_NOTE: v.optional(text),
  TEMPLE_NOTE_UK: v.optional(text),
  TEMPLE_NOTE_RU: v.optional(text),
  TEMPLE_NOTE_EN: v.optional(text),
  DONATION_RECEIVER: v.optional(text),
  DONATION_RECEIVER_UK: v.optional(text),
  DONATION_RECEIVER_RU: v.optional(text),
  DONATION_RECEIVER_EN: v.optional(text),
  TEMPLE_CONTACT: v.optional(text),
  PRIVACY_URL: v.optional(urlOf('https:', 'http:')),
  DONATION_LINK: v.optional(urlOf('https:', 'http:')),
  TEMPLE_LANGUAGE: v.optional(
    v.picklist(languages, `must be ${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`),
    'uk',
  ),
  DIGEST_AFTER: v.optional(number(/^\d{1,4}$/, 'must be a whole number'), '10'),
  DIGEST_TIMES: v.optional(timesOfDay, '07:00'),
  TIME_ZONE: v.optional(
    checked(isTimeZone, 'must be a time zone such as Europe/Kyiv'),
    'Europe/Kyiv',
  ),
  FRAME_ANCESTORS: v.optional(ancestors, '*'),
  TRUST_PROXY: v.optional(proxies, 'false'),
  PHOTO_SOCKET: v.optional(text),
  LIMIT_FACTOR: v.optional(factor, '1'),
  SECURITY_CONTACT: v.optional(
    v.pipe(text, v.regex(/^(mailto:|https:\/\/)\S+$/, 'must start with mailto: or https://')),
  ),
  SECURITY_EXPIRES: v.optional(v.pipe(text, v.isoDate('must be a date such as 2027-06-30'))),
  METRICS_HOST: v.optional(host, '127.0.0.1'),
  METRICS_PORT: v.optional(port),
  RETENTION_DAYS: v.optional(days, '90'),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be ${logLevels.join(', ')}`), 'info'),
})

export type Environment = v.InferOutput<typeof EnvironmentSchema>

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
