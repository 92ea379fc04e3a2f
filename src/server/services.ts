import type { FastifyBaseLogger } from 'fastify'
import type { DestinationStream } from 'pino'
import { type Clock, createClock } from './clock'
import type { Config } from './config/read-config'
import { createLog } from './create-log'
import { awaitStore } from './db/open-store'
import { findInstallation } from './db/secrets'
import type { Store } from './db/store'
import { createWordsQueue, type SaveWords } from './db/words-queue'
import { createEmailSettings, type EmailSettings } from './emails/layout'
import { createOutbox, type Outbox } from './emails/outbox'
import { createStripeClient } from './stripe/client'
import type { PaymentProvider } from './stripe/payment-provider'
import { createStoreWatch, type StoreWatch } from './watch-store'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** The services that all parts of the running server share. */
export interface Services {
  store: Store
  storeWatch: StoreWatch
  saveWords: SaveWords
  /** Null means that no cards are taken. */
  provider: PaymentProvider | null
  /** This id marks our payments among those of other installations on the provider's account. */
  installation: string
  emailSettings: EmailSettings
  outbox: Outbox
  /** The address hashes of cards that were declined since the loop against card testing ran last. */
  declinedFrom: Set<string>
  /** The ids of intents that are being canceled for card testing. */
  canceling: Set<string>
  clock: Clock
  /** The clock's time in ms since 1970. */
  now(): number
  dataDir: string
  startedAt: number
  log: FastifyBaseLogger
}

export type TempleServices = Pick<Services, 'store' | 'emailSettings' | 'now'>

const queryTimeoutMs = 4_000

/** Creates the services, but starts no loops. */
export async function createServices(
  config: Config,
  {
    clock = createClock(),
    retryForMs,
    firstTryMs,
    announceEmail,
    logOutput,
  }: {
    clock?: Clock
    retryForMs?: number | undefined
    firstTryMs?: number | undefined
    announceEmail?: ((lines: string) => void) | undefined
    logOutput?: DestinationStream | undefined
  } = {},
): Promise<Services> {
  const { now } = clock
  const { timeZone } = config.mail.digest
  const log: FastifyBaseLogger = createLog({ logLevel: config.logLevel, timeZone }, logOutput)
  const store = await awaitStore({ ...config, queryTimeoutMs, retryForMs }, log)
  const storeWatch = createStoreWatch(log, now)
  const { mail, publicUrl } = config
  const emailSettings = createEmailSettings(config)
  const installation = await findInstallation(store.db, now())
  const description = `Svichka, ${publicUrl.host}`
  return {
    store,
    storeWatch,
    saveWords: createWordsQueue(store),
    provider: config.cards
      ? createStripeClient(config.cards, { installation, description, now })
      : null,
    installation,
    emailSettings,
    outbox: createOutbox({
      store,
      storeWatch,
      mail,
      log,
      now,
      firstTryMs,
      announce: announceEmail,
    }),
    declinedFrom: new Set(),
    canceling: new Set(),
    clock,
    now,
    dataDir: config.dataDir,
    startedAt: now(),
    log,
  }
}
