import { join, resolve } from 'node:path'
import * as v from 'valibot'
import type { Language } from '../../shared/language'
import { describeCardProvider, findProviderErrors } from './card-provider'
import { type Environment, EnvironmentSchema, formatHost } from './environment'
import { nameSender } from './mailboxes'

export type Config = ReturnType<typeof assemble>

export type MailConfig = Config['mail']

export type DigestRules = MailConfig['digest']

/** Who lights the candles. Empty texts are not shown. */
export type TempleConfig = NonNullable<Config['temple']>

/** Lists all errors of the configuration at once, with what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(readonly errors: string[]) {
    super(`The configuration has errors:\n${errors.map(error => `  - ${error}`).join('\n')}`)
  }
}

/**
 * Parses the environment. Empty variables count as unset. A relative DATA_DIR starts at `folder`.
 * Throws ConfigError.
 */
export function readConfig(
  variables: Record<string, string | undefined>,
  folder = process.cwd(),
): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value))
  const parsed = v.safeParse(EnvironmentSchema, set)
  const errors = [...(parsed.issues ?? []).map(describeIssue), ...findProviderErrors(set)]
  if (!set.SECURITY_CONTACT !== !set.SECURITY_EXPIRES)
    errors.push('SECURITY_CONTACT and SECURITY_EXPIRES belong together: set both, or neither.')
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors)
  return assemble(parsed.output, folder)
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue)} ${issue.message} (see .env.example)`
}

function assemble(environment: Environment, folder: string) {
  const { SECURITY_CONTACT: contact, SECURITY_EXPIRES: expires } = environment
  const dataDir = resolve(folder, environment.DATA_DIR)
  const temple = describeTemple(environment)
  const localUrl = new URL(`http://${formatHost(environment.HOST)}:${environment.PORT}`)
  return {
    production: environment.NODE_ENV === 'production',
    host: environment.HOST,
    port: environment.PORT,
    localUrl,
    publicUrl: new URL(environment.PUBLIC_URL ?? localUrl),
    dataDir,
    backupTo: environment.BACKUP_TO ?? join(dataDir, 'backups'),
    /** Null selects the embedded store in `dataDir`. */
    databaseUrl: environment.DATABASE_URL ?? null,
    /** Null means that no cards are taken. Ordering without a donation works all the same. */
    cards: describeCardProvider(environment),
    mail: {
      /** Without a mail server emails become files in `folder`. */
      smtpUrl: environment.SMTP_URL ?? null,
      folder: resolve(dataDir, 'mail'),
      from: nameSender(environment.MAIL_FROM, temple?.name[environment.TEMPLE_LANGUAGE] ?? ''),
      templeEmail: environment.TEMPLE_EMAIL,
      templeLanguage: environment.TEMPLE_LANGUAGE,
      /** The operator hears each morning what is newly wrong. */
      operatorEmail: environment.OPERATOR_EMAIL ?? null,
      digest: {
        /** So many unpaid orders a day, and as many paid ones, get a notice each. */
        after: environment.DIGEST_AFTER,
        times: environment.DIGEST_TIMES,
        timeZone: environment.TIME_ZONE,
      },
    },
    temple,
    frameAncestors: environment.FRAME_ANCESTORS,
    /** The proxies whose `X-Forwarded-For` is trusted. */
    trustProxy: environment.TRUST_PROXY,
    retentionDays: environment.RETENTION_DAYS,
    security: contact && expires ? { contact, expires } : null,
    /** The socket of the process that decodes pictures. Without one a child process does. */
    photoSocket: environment.PHOTO_SOCKET ?? null,
    /** Multiplies the limits of limits/limits.ts. */
    limitFactor: environment.LIMIT_FACTOR,
    metricsHost: environment.METRICS_HOST,
    metricsPort: environment.METRICS_PORT ?? null,
    logLevel: environment.LOG_LEVEL,
  }
}

function describeTemple(environment: Environment) {
  const { TEMPLE_CONTACT: contact = '', PRIVACY_URL: privacyUrl = null } = environment
  const { DONATION_LINK: donationLink = null } = environment
  const name = inLanguages(environment, 'TEMPLE_NAME')
  const town = inLanguages(environment, 'TEMPLE_TOWN')
  const note = inLanguages(environment, 'TEMPLE_NOTE')
  const receiver = inLanguages(environment, 'DONATION_RECEIVER')
  const texts = [name, town, note, receiver].flatMap(each => Object.values(each))
  if (![...texts, contact, privacyUrl, donationLink].some(Boolean)) return null
  const { RETENTION_DAYS: retentionDays } = environment
  return { name, town, note, receiver, contact, privacyUrl, donationLink, retentionDays }
}

type TempleText = 'TEMPLE_NAME' | 'TEMPLE_TOWN' | 'TEMPLE_NOTE' | 'DONATION_RECEIVER'

/** Reads a text in each language, from its own variable or else from the common one. */
function inLanguages(environment: Environment, name: TempleText): Record<Language, string> {
  const { [name]: all = '' } = environment
  const { [`${name}_UK` as const]: uk = all } = environment
  const { [`${name}_RU` as const]: ru = all } = environment
  const { [`${name}_EN` as const]: en = all } = environment
  return { uk, ru, en }
}

/** A form that asks for card numbers must name the church that it acts for. */
export function isTempleNamed({ temple }: Pick<Config, 'temple'>): boolean {
  return temple !== null && Object.values(temple.name).every(Boolean)
}

export const unnamedTemple =
  'Live cards are taken, but the form does not say whose church it is: TEMPLE_NAME is not set.'
