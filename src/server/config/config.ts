import type { Language } from '../../shared/language'

/** Where cards are charged. Both wirings are the same code; only addresses and keys differ. */
export interface CardProviderConfig {
  secretKey: string
  publicKey: string
  webhookSecret: string
  livemode: boolean
  /** Where the provider's API is; null: where its SDK knows it to be. */
  apiUrl: URL | null
  /** A script to load before ours; null: the provider's own loader fetches it. */
  scriptUrl: URL | null
  /** Origins the page must be allowed to talk to, for the content security policy. */
  origins: { script: string[]; connect: string[]; frame: string[] }
}

export interface MailConfig {
  /** null: emails become files in `folder`. */
  smtpUrl: string | null
  imapUrl: string | null
  folder: string
  from: string
  templeEmail: string
  templeLanguage: Language
}

export interface Config {
  production: boolean
  host: string
  port: number
  publicUrl: URL
  dataDir: string
  /** null: the embedded store in `dataDir`. */
  databaseUrl: string | null
  /** null: no cards are taken; ordering without a donation works. */
  cards: CardProviderConfig | null
  mail: MailConfig
  frameAncestors: string[]
  trustProxy: string | boolean
  retentionDays: number
  /** Multiplies every limit of limits/limits.ts. */
  limitFactor: number
  /** Where metrics are served, on the same host; null: nowhere. */
  metricsPort: number | null
  logLevel: string
}
