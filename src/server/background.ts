import { randomUUID } from 'node:crypto'
import type { Config } from './config/read-config'
import { forgetDeclines } from './db/card-testing'
import { announceServer, releaseLease, takeLease } from './db/leases'
import { forgetCounts } from './db/request-counts'
import { setWatermark } from './db/watermarks'
import { readMailbox } from './inbox/read-mailbox'
import { cardTesting } from './limits/limits'
import { createLoop } from './loop'
import { notifyTemple } from './orders/notify-temple'
import { reconcile } from './orders/reconcile'
import { syncDuePayments } from './orders/sync-due-payments'
import { eraseExpired } from './retention/erase'
import type { Services } from './services'

const syncIntervalMs = 1_000
const noticesIntervalMs = 1_000
const announceIntervalMs = 10_000
const reconcilerIntervalMs = 3 * 60_000
const mailboxIntervalMs = 30_000
const retentionIntervalMs = 60 * 60_000
/** Photos make reading a mailbox slow; a process that died holds its lease for this long. */
const longLeaseMs = 10 * 60_000

/** The loops: syncs due payments, notifies the temple, reconciles, erases, reads the mailbox. */
export function createBackground(services: Services, config: Config) {
  const { log } = services
  const { imapUrl } = config.mail
  const { replyKey } = services.emailSettings
  /** With a lease, one process of several works. */
  const loop = (
    name: string,
    intervalMs: number,
    work: () => Promise<unknown>,
    leaseMs?: number,
  ) => {
    const turn = leaseMs === undefined ? work : () => alone(services, name, leaseMs, work)
    return createLoop({ name, pauseMs: intervalMs, log, turn })
  }
  return {
    /** Heartbeat of this server. */
    announcing: loop('announcing', announceIntervalMs, () => announce(services)),
    sync: loop('sync', syncIntervalMs, () => syncDuePayments(services)),
    notices: loop('notices', noticesIntervalMs, () => notifyTemple(services)),
    reconciler: loop(
      'reconciler',
      reconcilerIntervalMs,
      () => reconcile(services),
      reconcilerIntervalMs,
    ),
    retention: loop('retention', retentionIntervalMs, () => erase(services, config), longLeaseMs),
    /** Only where a mailbox is configured. */
    ...(imapUrl !== null &&
      replyKey !== null && {
        mailbox: loop(
          'mailbox',
          mailboxIntervalMs,
          async () => {
            await readMailbox(services, imapUrl, replyKey)
            await setWatermark(services.store.db, 'mailbox-read-at', services.now())
          },
          longLeaseMs,
        ),
      }),
  }
}

async function announce({ store, serverId, now }: Services): Promise<void> {
  await announceServer(store.db, serverId, now())
}

async function erase(services: Services, { retentionDays, mail }: Config): Promise<void> {
  const { store, now, log } = services
  await forgetDeclines(store.db, now() - cardTesting.windowMs)
  await forgetCounts(store, now())
  const orders = await eraseExpired(services, { retentionDays, mailFolder: mail.folder })
  if (orders > 0) log.info({ orders }, 'personal data of finished orders was erased')
}

/** Runs in one process at a time; if it dies, its lease expires. */
async function alone(
  services: Services,
  name: string,
  leaseMs: number,
  task: () => Promise<unknown>,
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
