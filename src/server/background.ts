import { hourMs, minuteMs } from '../shared/durations'
import type { Config } from './config/read-config'
import { deleteFullBuckets } from './db/buckets'
import { deleteDeclines } from './db/card-testing'
import { createClockFollower } from './follow-clock'
import { notifyOperator } from './health/notify-operator'
import { readHealth } from './health/read-health'
import { createLoop } from './loop'
import { cancelTestedIntents, cardTesting } from './orders/card-testing'
import { createCrowdMarker } from './orders/mark-crowds'
import { notifyTemple } from './orders/notify-temple'
import { createReconciler } from './orders/reconcile'
import { syncDuePayments } from './orders/sync-due-payments'
import { backUpNightly } from './retention/back-up-nightly'
import { eraseExpired } from './retention/erase'
import type { Services } from './services'

/** After this time the clock of a machine that has just started is right, ms. */
const settledMs = 10 * minuteMs

/**
 * Creates the loops. Every process runs all of them. Two loops at once do nothing twice, because rows are
 * locked and emails have unique keys. The outbox has a loop of its own.
 */
export function createBackground(services: Services, config: Config) {
  const { log, storeWatch } = services
  const loop = (
    name: string,
    intervalMs: number,
    tick: () => Promise<unknown>,
    firstAfterMs?: number,
  ) => createLoop({ name, intervalMs, firstAfterMs, log, storeWatch, tick })
  return {
    clock: loop('clock', 1_000, createClockFollower(services)),
    // On a quiet night nothing else writes, and so nothing would notice that a full disk has room again.
    store: loop('store', 1_000, async () => storeWatch.isDown() && readHealth(services)),
    sync: loop('sync', 1_000, () => syncDuePayments(services, 'captured')),
    syncUnpaid: loop('sync of unpaid', 1_000, () => syncDuePayments(services, 'unpaid')),
    cardTesting: loop('card testing', 1_000, () => cancelTestedIntents(services)),
    crowds: loop('crowds', 5_000, createCrowdMarker(services)),
    notices: loop('notices', 1_000, () => notifyTemple(services)),
    reconciler: loop('reconciler', 3 * minuteMs, createReconciler(services)),
    // A demo makes no backups and writes to nobody.
    examination: loop(
      'examination',
      10 * minuteMs,
      async () => config.production && notifyOperator(services, config.mail),
      settledMs,
    ),
    // A machine may start with its clock years ahead, until the network sets it.
    housekeeping: loop('housekeeping', hourMs, () => keepHouse(services, config), settledMs),
  }
}

/** Backs up and erases. A failed backup does not stop the erasure, and is tried again in an hour. */
async function keepHouse(services: Services, config: Config): Promise<void> {
  try {
    if (config.production) await backUpNightly(services, config.mail.digest.timeZone)
  } finally {
    await erase(services, config)
  }
}

async function erase(services: Services, { retentionDays, mail, backupTo }: Config): Promise<void> {
  const { store, now, log } = services
  await deleteDeclines(store.db, now() - cardTesting.windowMs)
  await deleteFullBuckets(store.db, now())
  const orders = await eraseExpired(services, { retentionDays, mailFolder: mail.folder, backupTo })
  if (orders > 0) log.info({ orders }, 'personal data of finished orders was erased')
}
