import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import { isStoreFailure, wasRolledBack } from './failures'
import { FlagPlugin } from './flag-plugin'
import { migrate } from './migrate'
import { createPostgresDialect } from './postgres'
import type { Tables } from './schema'
import { createSqliteDialect } from './sqlite'

export type Engine = 'sqlite' | 'postgres'

/** One set of queries, two engines. */
export interface Store {
  engine: Engine
  db: Kysely<Tables>
  close(): Promise<void>
}

/** What a query needs: the store's own connection, or a transaction under way. */
export type Queryable = Kysely<Tables> | Transaction<Tables>

interface StorePlace {
  /** null: the embedded store in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** How long PostgreSQL's answers are waited for; a command line may wait, a visitor may not. */
  queryTimeoutMs?: number
}

/** Opens the store that the configuration names, its tables up to date. */
export async function openStore(place: StorePlace): Promise<Store> {
  const { databaseUrl, dataDir, queryTimeoutMs } = place
  const db = new Kysely<Tables>({
    dialect: databaseUrl
      ? createPostgresDialect(databaseUrl, queryTimeoutMs)
      : createSqliteDialect(dataDir),
    plugins: [new CamelCasePlugin(), new FlagPlugin()],
  })
  const store: Store = {
    engine: databaseUrl ? 'postgres' : 'sqlite',
    db,
    close: () => db.destroy(),
  }
  try {
    await migrate(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

const longestWaitMs = 60_000

/**
 * Opens the store; a database that starts later than the server, as after a power cut, is waited
 * for up to a minute. Then the failure is thrown, for whoever starts us to see.
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

const mostAttempts = 8

/**
 * Runs the work in one transaction. One that the engine rolled back for the sake of another (a
 * serialization failure, a deadlock) is run again, so the work must do nothing else than queries.
 */
export async function inTransaction<T>(
  { db }: Store,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === mostAttempts || !wasRolledBack(error)) throw error
      await pause(Math.random() * 5 * 2 ** attempt)
    }
  }
}
