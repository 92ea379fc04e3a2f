import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { countDeclined } from '../db/card-testing'
import { countUnmatched, findLastSuccess } from '../db/donations'
import { countGivenUpEmails, countWaitingEmails } from '../db/emails'
import type { Queryable } from '../db/store'
import { countOpenTickets } from '../db/tickets'
import { readWatermark, setWatermark } from '../db/watermarks'
import { cardTesting } from '../limits/limits'
import type { Services } from '../services'

const reconcilerSilentMs = 30 * 60_000
/** SQLite may still write over its log where nothing new fits, so that a write alone proves little. */
const leastRoomBytes = 8 * 1024 * 1024
/** The embedded store is written at once unless another process holds its lock. */
const writeWithinMs = { sqlite: 50, postgres: 10_000 }
const emailsLateMs = 15 * 60_000
const weekMs = 7 * 86_400_000
/** A webhook that is this much later than a success we learnt of otherwise is not on its way. */
const webhookLateMs = 10 * 60_000

/** Never throws: a store that cannot be asked, or written, is an answer too. */
export async function readHealth(services: Services) {
  const diskFreeBytes = await readDiskFree(services)
  const standing = await tryStore(services)
  const hasRoom = diskFreeBytes === null || diskFreeBytes >= leastRoomBytes
  return {
    /** The store can be written, and captured payments are looked for. */
    ready: standing !== null && hasRoom && isReconciled(services, standing),
    /** null: the store could not be asked, or written. */
    standing,
    /** Of the disk with the embedded store, bytes; null: it could not be asked, or there is none. */
    diskFreeBytes,
  }
}

async function tryStore({ store, log, now }: Services): Promise<Standing | null> {
  try {
    const written = setWatermark(store.db, 'written-at', now()).then(() => true)
    if (!(await Promise.race([written, pause(writeWithinMs[store.engine], false)]))) return null
    return await readStanding(store.db, now())
  } catch (error) {
    log.error({ err: error }, 'the health check could not use the store')
    return null
  }
}

function isReconciled({ provider, startedAt, now }: Services, { reconciledAgeMs }: Standing) {
  return provider === null || (reconciledAgeMs ?? now() - startedAt) <= reconcilerSilentMs
}

async function readDiskFree({ store, dataDir }: Services): Promise<number | null> {
  if (store.engine !== 'sqlite') return null
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  } catch {
    return null
  }
}

export type Standing = Awaited<ReturnType<typeof readStanding>>

/** What the store says of the service; ages in ms, null where the thing has never happened. */
export async function readStanding(db: Queryable, now: number) {
  const age = (at: number | null) => (at === null ? null : now - at)
  const donationAgeMs = age(await findLastSuccess(db))
  const webhookAgeMs = age(await readWatermark(db, 'last-webhook'))
  return {
    emailsWaiting: await countWaitingEmails(db, now, 'createdAt'),
    /** Written over a quarter of an hour ago: longer than any mail server may take. */
    emailsLate: await countWaitingEmails(db, now - emailsLateMs, 'createdAt'),
    /** Given up within a week. */
    emailsGivenUp: await countGivenUpEmails(db, now - weekMs),
    /** Captured payments without an order: the temple knows of the first, nobody of the second. */
    ticketsOpen: await countOpenTickets(db),
    paymentsUnmatched: await countUnmatched(db, now),
    donationAgeMs,
    /** The last signed event of the provider. */
    webhookAgeMs,
    /** Payments change and no webhook says so: its address or secret at the provider is wrong. */
    webhooksSilent: areWebhooksSilent(
      minimum(donationAgeMs, age(await readWatermark(db, 'missed-webhook'))),
      webhookAgeMs,
    ),
    /** Events whose signature did not fit, at most one a second, since the store began. */
    badSignatures: (await readWatermark(db, 'bad-signatures')) ?? 0,
    /** The last complete look at the provider's lists. */
    reconciledAgeMs: age(await readWatermark(db, 'reconciled-at')),
    /** The last look into the temple's mailbox. */
    mailboxAgeMs: age(await readWatermark(db, 'mailbox-read-at')),
    /** The last backup of the embedded store. */
    backupAgeMs: age(await readWatermark(db, 'backup-at')),
    /** Within the hour; null: they cannot be counted, which keeps nobody from ordering. */
    cardsDeclined: await countDeclined(db, now - cardTesting.windowMs).catch(() => null),
  }
}

/** `newsAgeMs`: since a payment last succeeded, or an event came that no webhook had brought. */
function areWebhooksSilent(newsAgeMs: number | null, webhookAgeMs: number | null): boolean {
  if (newsAgeMs === null || newsAgeMs < webhookLateMs) return false
  return webhookAgeMs === null || webhookAgeMs >= newsAgeMs + webhookLateMs
}

function minimum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}
