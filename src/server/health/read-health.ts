import { statfs } from 'node:fs/promises'
import { dayMs, minuteMs } from '../../shared/durations'
import { countDeclined } from '../db/card-testing'
import { countUnmatched, findLastSuccessTime } from '../db/donations'
import { countFailedEmails, countWaitingEmails } from '../db/emails'
import { countNameless, findFirstOrderTime, findLastOrderTime } from '../db/orders'
import type { Queryable } from '../db/store'
import { findLastSubmissionTime } from '../db/submissions'
import { findWatermark, setWatermark } from '../db/watermarks'
import { cardTesting } from '../orders/card-testing'
import { sweptAfterMs } from '../orders/next-check'
import type { Services } from '../services'

const reconcilerSilentMs = 30 * minuteMs
/** A successful write proves little, because on a full disk SQLite may still overwrite its log. */
export const minFreeBytes = 8 * 1024 * 1024
const emailsLateMs = 15 * minuteMs
const weekMs = 7 * dayMs
/** A webhook that is this late after a known success was lost, ms. */
const webhookLateMs = 10 * minuteMs

/** Reads the server's health. A store that cannot be read or written is a result, so this never throws. */
export async function readHealth(services: Services) {
  const diskFreeBytes = await readDiskFree(services)
  const status = await tryReadStatus(services)
  const hasRoom = diskFreeBytes === null || diskFreeBytes >= minFreeBytes
  if (status !== null && hasRoom) services.storeWatch.reportSuccess()
  return {
    /** True if the store can be written and the reconciler runs. */
    ready: status !== null && hasRoom && isReconciled(services, status),
    /** Null if the store could not be read or written. */
    status,
    /** The room on the embedded store's disk. */
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

/** Reads the figures of health and metrics. Ages are in ms, and null for what has never happened. */
export async function readStatus(db: Queryable, now: number) {
  const age = (at: number | null) => (at === null ? null : now - at)
  const webhookAgeMs = age(await findWatermark(db, 'last-webhook'))
  return {
    emailsWaiting: await countWaitingEmails(db, now),
    emailsLate: await countWaitingEmails(db, now - emailsLateMs),
    emailsFailed: await countFailedEmails(db, now - weekMs),
    ordersNameless: await countNameless(db),
    /** Unless there is a bug, this is always 0. */
    paymentsUnmatched: await countUnmatched(db, now - sweptAfterMs),
    donationAgeMs: age(await findLastSuccessTime(db)),
    webhookAgeMs,
    /** True if payments change without webhooks, so the endpoint's address or secret is wrong. */
    webhooksSilent: areWebhooksSilent(age(await findWatermark(db, 'last-event')), webhookAgeMs),
    badSignatureAgeMs: age(await findWatermark(db, 'bad-signature')),
    reconciledAgeMs: age(await findWatermark(db, 'reconciled-at')),
    submissionAgeMs: age(await findLastSubmissionTime(db)),
    orderAgeMs: age(await findLastOrderTime(db)),
    /** Until there is a backup, this is the age of the first order. */
    backupAgeMs: age((await findWatermark(db, 'backup-at')) ?? (await findFirstOrderTime(db))),
    /** Cards declined within the hour. A failure to count them must not block orders. */
    cardsDeclined: await countDeclined(db, now - cardTesting.windowMs).catch(() => null),
  }
}

/** Webhooks are silent if the provider lists an event that should have come long ago. */
function areWebhooksSilent(eventAgeMs: number | null, webhookAgeMs: number | null): boolean {
  if (eventAgeMs === null || eventAgeMs < webhookLateMs) return false
  return webhookAgeMs === null || webhookAgeMs >= eventAgeMs + webhookLateMs
}
