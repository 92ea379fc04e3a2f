import { randomUUID } from 'node:crypto'
import { hourMs, minuteMs } from '../shared/durations'
import type { Config } from './config/read-config'
import { deleteFullBuckets } from './db/buckets'
import { deleteDeclines } from './db/card-testing'
import { releaseLease, takeLease } from './db/leases'
import { notifyOperator } from './health/notify-operator'
import { readHealth } from './health/read-health'
import { createLoop } from './loop'
import { cancelTestedIntents, cardTesting } from './orders/card-testing'
import { notifyBookkeeper } from './orders/notify-bookkeeper'
import { notifyTemple } from './orders/notify-temple'
import { createReconciler } from './orders/reconcile'
import { remindTemple } from './orders/remind-temple'
import { syncDuePayments } from './orders/sync-due-payments'
import { backUpNightly } from './retention/back-up-nightly'
import { eraseExpired } from './retention/erase'
import type { Services } from './services'

/** The lease of a crashed process lasts this long. */
const longLease = { leaseMs: 10 * minuteMs }
/** By then the clock of a machine that has just started is right. */
const settledMs = 10 * minuteMs

/**
 * The loops: watch a store that fails, sync due payments, cancel what card testers hold, notify and remind
 * the temple, reconcile, report the month to the bookkeeper, back up, tell the operator what is wrong,
 * erase. The outbox has a loop of its own.
 */
export function createBackground(services: Services, config: Config) {
  const { log, storeWatch } = services
  const { timeZone } = config.mail.digest
  type Work = () => Promise<unknown>
  /** With a lease, one process at a time runs the loop. */
  const loop = (
    name: string,
    intervalMs: number,
    work: Work,
    { leaseMs, firstAfterMs }: { leaseMs?: number; firstAfterMs?: number } = {},
  ) => {
    const tick = leaseMs === undefined ? work : () => withLease(services, name, leaseMs, work)
    return createLoop({ name, intervalMs, firstAfterMs, log, storeWatch, tick })
  }
  return {
    // Nothing else writes on a quiet night, and a full disk can still be read.
    store: loop('store', 1_000, async () => storeWatch.isDown() && readHealth(services)),
    sync: loop('sync', 1_000, () => syncDuePayments(services, 'captured')),
    syncUnpaid: loop('sync of unpaid', 1_000, () => syncDuePayments(services, 'unpaid')),
    cardTesting: loop('card testing', 1_000, () => cancelTestedIntents(services)),
    notices: loop('notices', 1_000, () => notifyTemple(services)),
    reminders: loop('reminders', 10 * minuteMs, () => remindTemple(services), longLease),
    reconciler: loop('reconciler', 3 * minuteMs, createReconciler(services), {
      leaseMs: 3 * minuteMs,
    }),
    bookkeeping: loop('bookkeeping', 10 * minuteMs, () => notifyBookkeeper(services), longLease),
    // What waits is tried again within the hour. A demo keeps no copies, and writes to nobody.
    backups: loop(
      'backups',
      hourMs,
      async () => config.production && backUpNightly(services, timeZone),
      {
        firstAfterMs: settledMs,
      },
    ),
    examination: loop(
      'examination',
      10 * minuteMs,
      async () => config.production && notifyOperator(services, config.mail),
      { ...longLease, firstAfterMs: settledMs },
    ),
    // A machine may start with its clock years ahead, until the network sets it.
    retention: loop('retention', hourMs, () => erase(services, config), {
      ...longLease,
      firstAfterMs: settledMs,
    }),
  }
}

async function erase(services: Services, { retentionDays, mail, backupTo }: Config): Promise<void> {
  const { store, now, log } = services
  await deleteDeclines(store.db, now() - cardTesting.windowMs)
  await deleteFullBuckets(store.db, now())
  const orders = await eraseExpired(services, { retentionDays, mailFolder: mail.folder, backupTo })
  if (orders > 0) log.info({ orders }, 'personal data of finished orders was erased')
}

/** Runs in one process at a time; the lease of a crashed one expires. */
async function withLease(
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
