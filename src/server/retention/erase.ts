import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dayMs } from '../../shared/durations'
import { checkpointWal } from '../db/engines'
import { erase, findExpired, findPerson } from '../db/erasure'
import { deleteUnneededPhotos } from '../db/photos'
import { inTransaction, type Store } from '../db/store'
import { deleteSubmissions } from '../db/submissions'
import type { Services } from '../services'
import { pruneBackups } from './prune-backups'

/** Orders that were never lit are kept so much longer, ms. */
const unfinishedMs = 365 * dayMs
const sentPhotoMs = 7 * dayMs
/** A pause between batches lets a process that waits for the write lock have it, ms. */
const pauseMs = 100
const maxRows = 50
const maxPhotos = 20

/**
 * Erases expired personal data and returns the number of orders. To a clock that is years ahead everything
 * seems expired, and nothing brings back what it erased. So the payment provider's clock decides.
 */
export async function eraseExpired(
  services: Pick<Services, 'store' | 'dataDir' | 'now' | 'provider'>,
  {
    retentionDays,
    mailFolder,
    backupTo = join(services.dataDir, 'backups'),
  }: { retentionDays: number; mailFolder: string; backupTo?: string },
): Promise<number> {
  const { store, dataDir } = services
  const now = await readTrustedTime(services)
  if (now === null) return 0
  const before = now - retentionDays * dayMs
  const times = { before, unfinishedBefore: before - unfinishedMs, now }
  let orders = 0
  await inBatches(async () => {
    const { expired, emails } = await inTransaction(store, async trx => {
      const expired = await findExpired(trx, times, maxRows)
      return { expired, emails: await erase(trx, expired, now) }
    })
    await deleteMailFiles(mailFolder, emails)
    orders += expired.orders.length
    return Object.values(expired).some(rows => rows.length === maxRows)
  })
  await deleteSubmissions(store.db, before)
  await deletePhotos(store, now)
  await checkpointWal(store)
  await deleteOldFiles(mailFolder, before)
  await deleteOldFiles(dataDir, before)
  for (const folder of new Set([join(dataDir, 'backups'), backupTo]))
    await pruneBackups(folder, before)
  return orders
}

export async function forgetPerson(
  store: Store,
  input: string,
  mailFolder: string,
  now: () => number,
): Promise<void> {
  const person = await findPerson(store, input)
  const emails = await inTransaction(store, trx => erase(trx, person, now()))
  await deletePhotos(store, now())
  await checkpointWal(store)
  await deleteMailFiles(mailFolder, emails)
}

async function deletePhotos({ db }: Store, now: number): Promise<void> {
  await inBatches(() => deleteUnneededPhotos(db, now - sentPhotoMs, maxPhotos))
}

/** Runs batches until one returns false. */
async function inBatches(run: () => Promise<boolean>): Promise<void> {
  while (await run()) await pause(pauseMs)
}

/** Deletes the files that a demo wrote of these emails in place of sending them. */
async function deleteMailFiles(folder: string, emailIds: string[]): Promise<void> {
  const endings = emailIds.map(id => `-${id}.eml`)
  await deleteFiles(folder, async name => endings.some(ending => name.endsWith(ending)))
}

/**
 * Deletes old mail files, the stores that a restore replaced, and what a killed restore left, if they
 * were last written before this time, ms.
 */
async function deleteOldFiles(folder: string, before: number): Promise<void> {
  await deleteFiles(
    folder,
    async name =>
      /\.eml(\.unfinished)?$|^replaced-.*\.db|^svichka\.db\.unfinished/.test(name) &&
      (await stat(join(folder, name))).mtimeMs < before,
  )
}

async function deleteFiles(folder: string, isUnwanted: (name: string) => Promise<boolean>) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names)
    if (await isUnwanted(name)) await rm(join(folder, name), { force: true })
}

/** Returns the provider's time, ours if there is no provider, or null if it does not answer. */
async function readTrustedTime({ now, provider }: Pick<Services, 'now' | 'provider'>) {
  if (!provider) return now()
  const aheadMs = await provider.readClock().catch(() => null)
  return aheadMs === null ? null : now() - Math.max(0, aheadMs)
}
