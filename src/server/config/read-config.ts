import { resolve } from 'node:path'
import * as v from 'valibot'
import { describeCardProvider, findProviderFaults } from './card-provider'
import type { Config } from './config'
import { type Environment, EnvironmentSchema } from './environment'

/** The environment cannot be used as it is. Lists every fault at once, with what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(readonly faults: string[]) {
    super(`The configuration has faults:\n${faults.map(fault => `  - ${fault}`).join('\n')}`)
  }
}

/** Parses the environment once. Empty variables count as unset. Throws ConfigError. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')
  const parsed = v.safeParse(EnvironmentSchema, Object.fromEntries(set))
  if (!parsed.success) throw new ConfigError(parsed.issues.map(describeIssue))
  const faults = findProviderFaults(parsed.output)
  if (faults.length > 0) throw new ConfigError(faults)
  return assemble(parsed.output)
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue)} ${issue.message} (see .env.example)`
}

function assemble(environment: Environment): Config {
  const dataDir = resolve(environment.DATA_DIR)
  return {
    production: environment.NODE_ENV === 'production',
    host: environment.HOST,
    port: environment.PORT,
    publicUrl: new URL(environment.PUBLIC_URL ?? `http://${environment.HOST}:${environment.PORT}`),
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
    },
    frameAncestors: environment.FRAME_ANCESTORS.split(/[\s,]+/),
    trustProxy: readTrustProxy(environment.TRUST_PROXY),
    retentionDays: environment.RETENTION_DAYS,
    limitFactor: environment.LIMIT_FACTOR,
    metricsPort: environment.METRICS_PORT ?? null,
    logLevel: environment.LOG_LEVEL,
  }
}

function readTrustProxy(value: string | undefined): string | false {
  return value === undefined || value === 'false' ? false : value
}
