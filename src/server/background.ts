import { randomUUID } from 'node:crypto'
import type { Config } from './config/config'
import { releaseLease, takeLease } from './db/leases'
import { createMailboxReader } from './inbox/create-mailbox-reader'
import { cancelTestedIntents } from './limits/cancel-tested-intents'
import { createLoop, type Loop } from './loop'
import { reconcile } from './orders/reconcile'
import { settleDue } from './orders/settle-due'
import { eraseExpired } from './retention/erase-expired'
import type { Services } from './services'

const settlingPauseMs = 1_000
const reconcilerPauseMs = 3 * 60_000
const cardWatchPauseMs = 30_000
const mailboxPauseMs = 30_000
const retentionPauseMs = 60 * 60_000
/** Reading a mailbox full of photos takes a while; another process waits this long for a dead one. */
const longLeaseMs = 10 * 60_000

/** What the server does when nobody asks: settles what is due, and looks for what was missed. */
export interface Background {
  settling: Loop
  reconciler: Loop
  cardWatch: Loop
  retention: Loop
  /** Only where a mailbox is configured. */
  mailbox?: Loop
}

export function createBackground(services: Services, config: Config): Background {
  const { log } = services
  const readMailbox = createMailboxReader(config, services)
  return {
    settling: createLoop({
      name: 'settling',
      pauseMs: settlingPauseMs,
      log,
      turn: () => settleDue(services),
    }),
    reconciler: createLoop({
      name: 'reconciler',
      pauseMs: reconcilerPauseMs,
      log,
      turn: () => alone(services, 'reconciler', reconcilerPauseMs, () => reconcile(services)),
    }),
    cardWatch: createLoop({
      name: 'card watch',
      pauseMs: cardWatchPauseMs,
      log,
      turn: () => cancelTestedIntents(services),
    }),
    retention: createLoop({
      name: 'retention',
      pauseMs: retentionPauseMs,
      log,
      turn: () => alone(services, 'retention', longLeaseMs, () => erase(services, config)),
    }),
    ...(readMailbox && {
      mailbox: createLoop({
        name: 'mailbox',
        pauseMs: mailboxPauseMs,
        log,
        turn: () => alone(services, 'mailbox', longLeaseMs, readMailbox),
      }),
    }),
  }
}

async function erase({ store, now, log }: Services, config: Config): Promise<void> {
  const { retentionDays, mail } = config
  const orders = await eraseExpired({ store, mailFolder: mail.folder, retentionDays, now })
  if (orders > 0) log.info({ orders }, 'personal data of finished orders was erased')
}

/** Of several processes one does it; the lease ends by itself if that one dies. */
async function alone(
  services: Services,
  name: string,
  leaseMs: number,
  task: () => Promise<void>,
): Promise<void> {
  const { db } = services.store
  const holder = randomUUID()
  if (!(await takeLease(db, { name, holder, now: services.now(), forMs: leaseMs }))) return
  try {
    await task()
  } finally {
    await releaseLease(db, name, holder)
  }
}
