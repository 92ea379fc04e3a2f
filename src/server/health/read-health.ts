import { statfs } from 'node:fs/promises'
import { dayMs, minuteMs } from '../../shared/durations'
import { countDeclined } from '../db/card-testing'
import { countUnmatched, findLastSuccessTime } from '../db/donations'
import { countFailedEmails, countWaitingEmails } from '../db/emails'
import { countNameless, findFirstOrderTime, findLastOrderTime } from '../db/orders'
import { findLastPressTime } from '../db/presses'
import type { Queryable } from '../db/store'
import { findWatermark, setWatermark } from '../db/watermarks'
import { cardTesting } from '../orders/card-testing'
import type { Services } from '../services'

const reconcilerSilentMs = 30 * minuteMs
/** On a full disk SQLite may still overwrite its log, so a successful write proves little. */
export const minFreeBytes = 8 * 1024 * 1024
const emailsLateMs = 15 * minuteMs
const weekMs = 7 * dayMs
/** A webhook that is this late after a known success was lost. */
const webhookLateMs = 10 * minuteMs

/** Never throws: a store that cannot be read or written is a result. */
export async function readHealth(services: Services) {
  const diskFreeBytes = await readDiskFree(services)
  const status = await tryReadStatus(services)
  const hasRoom = diskFreeBytes === null || diskFreeBytes >= minFreeBytes
  if (status !== null && hasRoom) services.storeWatch.reportSuccess()
  return {
    /** The store can be written, and the reconciler runs. */
    ready: status !== null && hasRoom && isReconciled(services, status),
    /** null: the store could not be read or written. */
    status,
    /** Of the embedded store's disk; null: unknown, or PostgreSQL. */
    diskFreeBytes,
  }
}

async function tryReadStatus({ store, storeWatch, now }: Services): Promise<Status | null> {
  try {
    await setWatermark(store.db, 'written-at', now())
    return await readStatus(store.db, now())
  } catch (error) {
    storeWatch.reportFailure(error)
    return null
  }
}

function isReconciled({ provider, startedAt, now }: Services, { reconciledAgeMs }: Status) {
  return provider === null || (reconciledAgeMs ?? now() - startedAt) <= reconcilerSilentMs
}

async function readDiskFree({ store, dataDir }: Services): Promise<number | null> {
  if (store.engine !== 'sqlite') return null
  const disk = await statfs(dataDir).catch(() => null)
  return disk && disk.bavail * disk.bsize
}

export type Status = Awaited<ReturnType<typeof readStatus>>

/** Ages in ms; null: it has never happened. */
export async function readStatus(db: Queryable, now: number) {
  const age = (at: number | null) => (at === null ? null : now - at)
  const webhookAgeMs = age(await findWatermark(db, 'last-webhook'))
  return {
    emailsWaiting: await countWaitingEmails(db, now),
    emailsLate: await countWaitingEmails(db, now - emailsLateMs),
    emailsFailed: await countFailedEmails(db, now - weekMs),
    /** Paid orders that wait for the names. */
    ordersNameless: await countNameless(db),
    /** Always 0, or there is a bug. */
    paymentsUnmatched: await countUnmatched(db, now),
    donationAgeMs: age(await findLastSuccessTime(db)),
    webhookAgeMs,
    /** Payments change without webhooks: the endpoint's address or secret is wrong. */
    webhooksSilent: areWebhooksSilent(age(await findWatermark(db, 'last-event')), webhookAgeMs),
    badSignatureAgeMs: age(await findWatermark(db, 'bad-signature')),
    reconciledAgeMs: age(await findWatermark(db, 'reconciled-at')),
    /** Since the temple last marked a candle. */
    noticeAnsweredAgeMs: age(await findLastPressTime(db)),
    orderAgeMs: age(await findLastOrderTime(db)),
    /** Since the first order, while there was no backup. */
    backupAgeMs: age((await findWatermark(db, 'backup-at')) ?? (await findFirstOrderTime(db))),
    /** Within the hour; null: they cannot be counted, which does not block orders. */
    cardsDeclined: await countDeclined(db, now - cardTesting.windowMs).catch(() => null),
  }
}

/** `eventAgeMs`: since the provider's last listed event. */
function areWebhooksSilent(eventAgeMs: number | null, webhookAgeMs: number | null): boolean {
  if (eventAgeMs === null || eventAgeMs < webhookLateMs) return false
  return webhookAgeMs === null || webhookAgeMs >= eventAgeMs + webhookLateMs
}
