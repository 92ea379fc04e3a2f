import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/read-config'
import { createLog } from './create-log'
import { awaitStore } from './db/open-store'
import { readOrCreateSecret } from './db/secrets'
import { createEmailSettings } from './emails/email-settings'
import { createOutbox } from './emails/outbox'
import { createStripeClient } from './stripe/client'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** What the use cases work with. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** PostgreSQL has this long to answer, ms. */
const queryTimeoutMs = 4_000

/** All services, created from the configuration; nothing runs in the background yet. `now` in ms. */
export async function createServices(
  config: Config,
  now: () => number = Date.now,
  patienceMs?: number,
) {
  const log: FastifyBaseLogger = createLog(config.logLevel)
  const store = await awaitStore({ ...config, queryTimeoutMs, patienceMs }, log)
  const { mail, publicUrl } = config
  // A Reply-To token is useful only if the mailbox behind it is read.
  const replyKey = mail.imapUrl ? await readOrCreateSecret(store.db, 'reply-token', now()) : null
  const emailSettings = createEmailSettings(config, replyKey)
  const installation = await readOrCreateSecret(store.db, 'installation', now())
  const description = `Svichka, ${publicUrl.host}`
  return {
    store,
    /** null: no cards are taken. */
    provider: config.cards
      ? createStripeClient(config.cards, { installation, description, now })
      : null,
    /** This installation among others on the provider's account: made once, kept in the store. */
    installation,
    emailSettings,
    outbox: createOutbox({ store, mail, log, now }),
    /** `payment-due`: the sync job need not wait for its next tick. */
    signals: new EventEmitter<{ 'payment-due': [] }>(),
    /** The domain of Message-IDs. */
    mailDomain: publicUrl.hostname,
    now,
    /** This process among others with the same store. */
    serverId: randomUUID(),
    /** The folder whose disk must have room. */
    dataDir: config.dataDir,
    /** When this process began, ms since 1970. */
    startedAt: now(),
    log,
  }
}
