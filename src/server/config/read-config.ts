import { resolve } from 'node:path'
import * as v from 'valibot'
import { describeCardProvider, findProviderFaults } from './card-provider'
import type { Config, TempleConfig } from './config'
import { type Environment, EnvironmentSchema, writeHost } from './environment'

/** The environment cannot be used as it is. Lists every fault at once, with what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(readonly faults: string[]) {
    super(`The configuration has faults:\n${listFaults(faults)}`)
  }
  get list(): string {
    return listFaults(this.faults)
  }
}

function listFaults(faults: string[]): string {
  return faults.map(fault => `  - ${fault}`).join('\n')
}

/**
 * Parses the environment once. Empty variables count as unset. A relative DATA_DIR begins at
 * `folder`. Throws ConfigError.
 */
export function readConfig(
  variables: Record<string, string | undefined>,
  folder = process.cwd(),
): Config {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')
  const parsed = v.safeParse(EnvironmentSchema, Object.fromEntries(set))
  if (!parsed.success) throw new ConfigError(parsed.issues.map(describeIssue))
  const faults = findProviderFaults(parsed.output)
  if (!parsed.output.SECURITY_CONTACT !== !parsed.output.SECURITY_EXPIRES)
    faults.push('SECURITY_CONTACT and SECURITY_EXPIRES belong together: set both, or neither.')
  if (faults.length > 0) throw new ConfigError(faults)
  return assemble(parsed.output, folder)
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue)} ${issue.message} (see .env.example)`
}

function assemble(environment: Environment, folder: string): Config {
  const dataDir = resolve(folder, environment.DATA_DIR)
  const localUrl = new URL(`http://${writeHost(environment.HOST)}:${environment.PORT}`)
  return {
    production: environment.NODE_ENV === 'production',
    host: environment.HOST,
    port: environment.PORT,
    localUrl,
    publicUrl: new URL(environment.PUBLIC_URL ?? localUrl),
    dataDir,
    databaseUrl: environment.DATABASE_URL ?? null,
    cards: describeCardProvider(environment),
    mail: {
      smtpUrl: environment.SMTP_URL ?? null,
      imapUrl: environment.IMAP_URL ?? null,
      folder: resolve(dataDir, 'mail'),
      from: environment.MAIL_FROM,
      templeEmail: environment.TEMPLE_EMAIL,
      templeLanguage: environment.TEMPLE_LANGUAGE,
      digest: {
        after: environment.DIGEST_AFTER,
        times: environment.DIGEST_TIMES,
        timeZone: environment.TIME_ZONE,
      },
    },
    temple: describeTemple(environment),
    frameAncestors: environment.FRAME_ANCESTORS.split(/[\s,]+/),
    trustProxy: readTrustProxy(environment.TRUST_PROXY),
    retentionDays: environment.RETENTION_DAYS,
    security: describeSecurity(environment),
    limitFactor: environment.LIMIT_FACTOR,
    metricsPort: environment.METRICS_PORT ?? null,
    logLevel: environment.LOG_LEVEL,
  }
}

function describeTemple(environment: Environment): TempleConfig | null {
  const {
    TEMPLE_NAME: name = '',
    TEMPLE_TOWN: town = '',
    TEMPLE_CONTACT: contact = '',
  } = environment
  const privacyUrl = environment.PRIVACY_URL ?? null
  if (!name && !town && !contact && !privacyUrl) return null
  return { name, town, contact, privacyUrl, retentionDays: environment.RETENTION_DAYS }
}

function describeSecurity(environment: Environment): Config['security'] {
  const { SECURITY_CONTACT: contact, SECURITY_EXPIRES: expires } = environment
  return contact && expires ? { contact, expires } : null
}

function readTrustProxy(value: string | undefined): string[] | false {
  return value === undefined || value === 'false' ? false : value.split(/[\s,]+/)
}
