import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/read-config'
import { createLog } from './create-log'
import { createLinkKey } from './db/link-key'
import { awaitStore } from './db/open-store'
import { readOrCreateSecret } from './db/secrets'
import { createEmailBudget } from './emails/email-budget'
import { createEmailSettings } from './emails/layout'
import { createOutbox } from './emails/outbox'
import { createStripeClient } from './stripe/client'
import { createStoreWatch } from './watch-store'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

export type Services = Awaited<ReturnType<typeof createServices>>

const queryTimeoutMs = 4_000

/** Starts nothing in the background. `now` in ms. */
export async function createServices(
  config: Config,
  {
    now = Date.now,
    patienceMs,
    firstEmailMs = 2_000,
    announceEmail,
  }: {
    now?: () => number
    patienceMs?: number | undefined
    firstEmailMs?: number
    announceEmail?: ((lines: string) => void) | undefined
  } = {},
) {
  const log: FastifyBaseLogger = createLog({
    logLevel: config.logLevel,
    timeZone: config.mail.digest.timeZone,
  })
  const store = await awaitStore({ ...config, queryTimeoutMs, patienceMs }, log)
  const storeWatch = createStoreWatch(log, now)
  const { mail, publicUrl } = config
  await createLinkKey(store, now())
  const emailSettings = createEmailSettings(config)
  const installation = await readOrCreateSecret(store.db, 'installation', now())
  const description = `Svichka, ${publicUrl.host}`
  return {
    store,
    storeWatch,
    /** null: no cards are taken. */
    provider: config.cards
      ? createStripeClient(config.cards, { installation, description, now })
      : null,
    /** Marks our payments among those of other installations on the provider's account. */
    installation,
    emailSettings,
    emailBudget: createEmailBudget(),
    outbox: createOutbox({ store, storeWatch, mail, log, now, announce: announceEmail }),
    /** How long a request waits for the donor's email to be sent, ms. */
    firstEmailMs,
    now,
    dataDir: config.dataDir,
    /** ms since 1970. */
    startedAt: now(),
    log,
  }
}
