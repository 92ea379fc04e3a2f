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
  origins: { script: string[]; connect: string[]; frame: string[]; form: string[] }
}

export interface MailConfig {
  /** null: emails become files in `folder`. */
  smtpUrl: string | null
  imapUrl: string | null
  folder: string
  from: string
  templeEmail: string
  templeLanguage: Language
  digest: DigestRules
}

/** When the temple is told of orders one by one, and when of many at once. */
export interface DigestRules {
  /** So many notices of unpaid orders, and so many of paid ones, come alone within a day. */
  after: number
  /** The times of the day (minutes since midnight) at which it is told of the others. */
  times: number[]
  /** The temple's time zone, such as `Europe/Kyiv`. */
  timeZone: string
}

/** Who lights the candles, as visitors and donors read it; what is empty is not shown. */
export interface TempleConfig {
  name: string
  town: string
  contact: string
  privacyUrl: string | null
  retentionDays: number
}

export interface Config {
  production: boolean
  host: string
  port: number
  /** Where it listens, as a URL. */
  localUrl: URL
  publicUrl: URL
  dataDir: string
  /** null: the embedded store in `dataDir`. */
  databaseUrl: string | null
  /** null: no cards are taken; ordering without a donation works. */
  cards: CardProviderConfig | null
  mail: MailConfig
  /** null: nothing of it is set, and nothing is shown. */
  temple: TempleConfig | null
  frameAncestors: string[]
  /** The proxies whose word on an address counts; false: there are none. */
  trustProxy: string[] | false
  retentionDays: number
  /** Who hears of weaknesses, for security.txt; null: nobody is named. */
  security: { contact: string; expires: string } | null
  /** Multiplies every limit of limits/limits.ts. */
  limitFactor: number
  /** Where metrics are served, on the same host; null: nowhere. */
  metricsPort: number | null
  logLevel: string
}
