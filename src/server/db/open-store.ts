import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CamelCasePlugin, Kysely } from 'kysely'
import { createRetry, isStoreFailure } from './failures'
import { FlagPlugin } from './flag-plugin'
import { migrate, readSchemaAge } from './migrate'
import { createPostgresDialect } from './postgres'
import type { Tables } from './schema'
import { createSqliteDialect, findStoreFile } from './sqlite'
import type { Store } from './store'

interface StorePlace {
  /** null: the embedded store in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** How long PostgreSQL's answers are waited for; a command line may wait, a visitor may not. */
  queryTimeoutMs?: number
  /** How long work is repeated after a conflict, ms. */
  patienceMs?: number | undefined
}

/** This program cannot use the store until somebody acts on the message. */
export class StoreError extends Error {
  override name = 'StoreError'
  constructor(
    readonly kind: 'missing' | 'older' | 'newer' | 'pooled',
    readonly place: string,
  ) {
    super(`The store ${place} ${reasons[kind]}`)
  }
}

const reasons: Record<StoreError['kind'], string> = {
  missing: 'does not exist: start the server once, or set DATA_DIR or DATABASE_URL as it has them.',
  older: 'was last used by an older version: start the server once, it migrates the store.',
  newer: 'was used by a newer version: start that one, or restore a backup from before.',
  pooled: 'is a connection pooler that rejects our timeouts: connect to PostgreSQL itself.',
}

/** The store as a person would name it, without a password. */
export function describeStore({ databaseUrl, dataDir }: StorePlace): string {
  if (!databaseUrl) return findStoreFile(dataDir)
  const { protocol, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${host}${pathname}`
}

/** Opens the store that the configuration names, made if there is none, its tables up to date. */
export async function openStore(place: StorePlace): Promise<Store> {
  return connect(place, migrate)
}

/** Opens a store that a server of this version has used; it is neither made nor changed. */
export async function openExistingStore(place: StorePlace): Promise<Store> {
  if (!place.databaseUrl && !existsSync(findStoreFile(place.dataDir)))
    throw new StoreError('missing', describeStore(place))
  return connect(place, async store => (await readSchemaAge(store)) ?? 'missing')
}

async function connect(
  place: StorePlace,
  prepare: (store: Store) => Promise<StoreError['kind'] | 'current'>,
): Promise<Store> {
  const { databaseUrl, dataDir, queryTimeoutMs, patienceMs } = place
  const retry = createRetry(patienceMs)
  const db = new Kysely<Tables>({
    dialect: databaseUrl
      ? createPostgresDialect(databaseUrl, { queryTimeoutMs, lockTimeoutMs: patienceMs }, retry)
      : createSqliteDialect(dataDir, retry),
    plugins: [new CamelCasePlugin(), new FlagPlugin()],
  })
  const store: Store = {
    engine: databaseUrl ? 'postgres' : 'sqlite',
    db,
    retry,
    close: () => db.destroy(),
  }
  try {
    const state = await prepare(store)
    if (state !== 'current') throw new StoreError(state, describeStore(place))
    return store
  } catch (error) {
    await store.close()
    throw isPooler(error) ? new StoreError('pooled', describeStore(place)) : error
  }
}

/** PgBouncer's answer to the timeouts that each connection sets at its start. */
function isPooler(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter')
}

const longestWaitMs = 60_000

/**
 * Opens the store; a database that starts later than the server, as after a power cut, is waited
 * for up to a minute. Then the failure is thrown, so that a supervisor sees it.
 */
export async function awaitStore(
  place: StorePlace,
  log: FastifyBaseLogger,
  giveUpAt = Date.now() + longestWaitMs,
): Promise<Store> {
  try {
    return await openStore(place)
  } catch (error) {
    if (!isStoreFailure(error) || Date.now() > giveUpAt) throw error
    log.warn({ err: error }, 'waiting for the store')
    await pause(500)
    return awaitStore(place, log, giveUpAt)
  }
}
