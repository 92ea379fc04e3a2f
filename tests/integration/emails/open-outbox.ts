import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { MailConfig } from '../../../src/server/config/read-config'
import { findEmail, insertEmails } from '../../../src/server/db/emails'
import { openStore } from '../../../src/server/db/open-store'
import type { Email } from '../../../src/server/db/schema'
import { type Engine, inTransaction } from '../../../src/server/db/store'
import { createOutbox } from '../../../src/server/emails/outbox'
import { createClockFollower } from '../../../src/server/follow-clock'
import { createMovedClock } from '../../setup/moved-clock'
import { openTestStore } from '../../setup/test-store'
import { buildMailConfig, quietLog } from './mail-config'

export type TestOutbox = Awaited<ReturnType<typeof openOutbox>>

/** An outbox with an empty store. Without an SMTP URL emails become files. */
export async function openOutbox(
  engine: Engine,
  {
    retryForMs,
    finishWithinMs,
    ...fields
  }: Partial<MailConfig> & { retryForMs?: number; finishWithinMs?: number } = {},
) {
  const { place, store } = await openTestStore(engine, retryForMs)
  const clock = { now: Date.UTC(2026, 10, 20, 16, 0) }
  const mail = buildMailConfig({ folder: join(place.dataDir, 'mail'), ...fields })
  const now = () => clock.now
  const outbox = createOutbox({ store, mail, log: quietLog, now, finishWithinMs })
  onTestFinished(outbox.stop)
  const moved = { clock: createMovedClock(now), store, provider: null, log: quietLog }
  const followClock = createClockFollower(moved)
  await followClock()
  return {
    place,
    store,
    outbox: {
      ...outbox,
      async runOnce() {
        await followClock()
        return outbox.runOnce()
      },
    },
    mail,
    /** The outbox's clock, ms. */
    clock,
    /** Stores emails that are due. */
    async put(...emails: Email[]) {
      await inTransaction(store, trx => insertEmails(trx, emails, clock.now))
    },
    /** Stores an email reserved by its request. */
    async insertForImmediateSend(email: Email) {
      await inTransaction(store, trx => outbox.insertForImmediateSend(trx, [email]))
    },
    /** The email of `buildEmail`, as it is stored. */
    async findStored() {
      const email = await findEmail(store.db, 'order-1', 'donor-thanks')
      if (!email) throw new Error('The email is not in the outbox.')
      return email
    },
    /** Another process's outbox over the same store. */
    async addSender(changed: Partial<MailConfig> = {}) {
      const own = await openStore(place)
      onTestFinished(() => own.close())
      const sender = createOutbox({ store: own, mail: { ...mail, ...changed }, log: quietLog, now })
      onTestFinished(sender.stop)
      return sender
    },
  }
}
