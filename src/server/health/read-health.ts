import { statfs } from 'node:fs/promises'
import { setWatermark } from '../db/watermarks'
import type { Services } from '../services'
import { readStanding, type Standing } from './read-standing'

export interface Health {
  /** The store can be written, and captured payments are looked for. */
  ready: boolean
  /** null: the store could not be asked, or written. */
  standing: Standing | null
  /** Of the disk with the embedded store, bytes; null: it could not be asked, or there is none. */
  diskFreeBytes: number | null
}

const reconcilerSilentMs = 30 * 60_000
/** SQLite may still write over its log where nothing new fits, so that a write alone proves little. */
const leastRoomBytes = 8 * 1024 * 1024

/** Never throws: a store that cannot be asked, or written, is an answer too. */
export async function readHealth(services: Services): Promise<Health> {
  const diskFreeBytes = await readDiskFree(services)
  const standing = await tryStore(services)
  const hasRoom = diskFreeBytes === null || diskFreeBytes >= leastRoomBytes
  const ready = standing !== null && hasRoom && isReconciled(services, standing)
  return { ready, standing, diskFreeBytes }
}

async function tryStore({ store, log, now }: Services): Promise<Standing | null> {
  try {
    await setWatermark(store.db, 'written-at', now())
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
