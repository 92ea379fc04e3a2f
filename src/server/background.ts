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

const syncPauseMs = 1_000
const noticesPauseMs = 1_000
const announcePauseMs = 10_000
const reconcilerPauseMs = 3 * 60_000
const mailboxPauseMs = 30_000
const retentionPauseMs = 60 * 60_000
/** Reading a mailbox full of photos takes a while; another process waits this long for a dead one. */
const longLeaseMs = 10 * 60_000

/** The loops: syncs due payments, notifies the temple, reconciles, erases, reads the mailbox. */
export function createBackground(services: Services, config: Config) {
  const { log } = services
  const { imapUrl } = config.mail
  const { replyKey } = services.emailSettings
  /** With a lease, one process of several does the work. */
  const loop = (name: string, pauseMs: number, work: () => Promise<unknown>, leaseMs?: number) => {
    const turn = leaseMs === undefined ? work : () => alone(services, name, leaseMs, work)
    return createLoop({ name, pauseMs, log, turn })
  }
  return {
    /** Writes that this server is there. */
    announcing: loop('announcing', announcePauseMs, () => announce(services)),
    sync: loop('sync', syncPauseMs, () => syncDuePayments(services)),
    notices: loop('notices', noticesPauseMs, () => notifyTemple(services)),
    reconciler: loop('reconciler', reconcilerPauseMs, () => reconcile(services), reconcilerPauseMs),
    retention: loop('retention', retentionPauseMs, () => erase(services, config), longLeaseMs),
    /** Only where a mailbox is configured. */
    ...(imapUrl !== null &&
      replyKey !== null && {
        mailbox: loop(
          'mailbox',
          mailboxPauseMs,
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

/** Of several processes one does it; the lease ends by itself if that one dies. */
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
