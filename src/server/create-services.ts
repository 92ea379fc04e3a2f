import { randomUUID } from 'node:crypto'
import type { Config } from './config/config'
import { createLog } from './create-log'
import { awaitStore } from './db/open-store'
import { readOrCreateSecret } from './db/secrets'
import { createOutbox } from './emails/outbox'
import type { Services } from './services'
import { createStripeClient } from './stripe/client'

/** How long PostgreSQL's answers are waited for, ms. */
const queryTimeoutMs = 4_000

/** All services, created from the configuration; nothing runs in the background yet. `now` in ms. */
export async function createServices(
  config: Config,
  now: () => number = Date.now,
): Promise<Services> {
  const log = createLog(config.logLevel)
  const store = await awaitStore({ ...config, queryTimeoutMs }, log)
  const { mail, publicUrl, temple } = config
  // A Reply-To with a token makes sense only where somebody reads the mailbox it leads to.
  const replyKey = mail.imapUrl ? await readOrCreateSecret(store.db, 'reply-token', now()) : null
  const installation = await readOrCreateSecret(store.db, 'installation', now())
  const description = `Svichka, ${publicUrl.host}`
  return {
    store,
    provider: config.cards
      ? createStripeClient(config.cards, { installation, description, now })
      : null,
    installation,
    emailSettings: { ...mail, publicUrl, temple, replyKey },
    outbox: createOutbox({ store, mail, log, now }),
    wakeSettling() {},
    mailDomain: publicUrl.hostname,
    now,
    serverId: randomUUID(),
    dataDir: config.dataDir,
    startedAt: now(),
    log,
  }
}
