import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
} from 'kysely'
import { createRetry, isDamaged, isForeignSchema, isStoreFailure, type Retry } from './failures'
import { createLanes } from './lanes'
import { migrate, readSchemaStatus } from './migrate'
import { createPool } from './postgres'
import { flagColumns, type Tables } from './schema'
import { createSqliteDialect, findStoreFile } from './sqlite'
import type { Store } from './store'

interface StoreOptions {
  /** Null selects the embedded store in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** Without it PostgreSQL may take a minute, which suits a command line but no visitor. 0 is no limit. */
  queryTimeoutMs?: number
  retryForMs?: number | undefined
}

/** A failure that lasts until an operator acts on its message. */
export class StoreError extends Error {
  override name = 'StoreError'
}

const reasons = {
  missing:
    'does not exist: start the server once, or set DATA_DIR or DATABASE_URL to the server’s values.',
  older: 'was last used by an older version: start the server once to migrate it.',
  newer: 'was used by a newer version: start that version, or restore an earlier backup.',
  foreign:
    'holds the tables of version 0.1, which this version does not read, or of another program: set DATA_DIR to a new folder, or DATABASE_URL to a new database.',
  damaged: 'is damaged: restore the last backup (svichka restore FILE).',
  pooled: 'is a connection pooler that rejects our timeouts: connect to PostgreSQL directly.',
}

function createStoreError(options: StoreOptions, reason: keyof typeof reasons, cause?: unknown) {
  const detail = cause instanceof Error ? ` (${cause.message})` : ''
  return new StoreError(`The store ${describeStore(options)} ${reasons[reason]}${detail}`)
}

/** Names the store in messages, without the password. */
export function describeStore({ databaseUrl, dataDir }: StoreOptions): string {
  if (!databaseUrl) return findStoreFile(dataDir)
  const { protocol, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${host}${pathname}`
}

/** Opens the configured store. It creates and migrates it if needed, which may take minutes. */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.databaseUrl) await (await connect({ ...options, queryTimeoutMs: 0 }, migrate)).close()
  return connect(options, migrate)
}

/** Opens the store without creating or migrating it. Throws StoreError. */
export async function openExistingStore(options: StoreOptions): Promise<Store> {
  if (!options.databaseUrl && !existsSync(findStoreFile(options.dataDir)))
    throw createStoreError(options, 'missing')
  return connect(options, async store => (await readSchemaStatus(store)) ?? 'missing')
}

async function connect(
  options: StoreOptions,
  prepare: (store: Store) => Promise<keyof typeof reasons | 'current'>,
): Promise<Store> {
  try {
    const store = createStore(options)
    try {
      const state = await prepare(store)
      if (state !== 'current') throw createStoreError(options, state)
      return store
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    const reason = findReason(error)
    throw reason ? createStoreError(options, reason, error) : error
  }
}

function createStore({ databaseUrl, dataDir, queryTimeoutMs, retryForMs }: StoreOptions): Store {
  const engine = databaseUrl ? 'postgres' : 'sqlite'
  const pool = databaseUrl ? createPool(databaseUrl, queryTimeoutMs) : null
  const db = new Kysely<Tables>({
    dialect: pool ? new PostgresDialect({ pool }) : createSqliteDialect(dataDir),
    plugins: [new CamelCasePlugin(), new BooleanPlugin()],
  })
  retryStatements(db, createRetry(retryForMs))
  return {
    engine,
    db,
    lanes: createLanes(engine, retryForMs),
    countConnections: () =>
      pool && { inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount },
    close: () => db.destroy(),
  }
}

/** Returns why only an operator can mend this, or null if another attempt may succeed. */
function findReason(error: unknown): keyof typeof reasons | null {
  if (isPooler(error)) return 'pooled'
  if (isForeignSchema(error)) return 'foreign'
  return isDamaged(error) ? 'damaged' : null
}

/**
 * Retries statements that run outside a transaction. Others use the connection between two attempts.
 * Kysely runs the statements of a transaction by another executor, so those are not retried here.
 */
function retryStatements(db: Kysely<Tables>, retry: Retry): void {
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  Object.assign(executor, {
    executeQuery: (query: CompiledQuery) => retry(() => execute(query)),
  })
}

/** Reads flags, which both engines store as 0 or 1, as booleans. It must follow CamelCasePlugin. */
class BooleanPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    for (const row of result.rows)
      for (const name of flagColumns) if (typeof row[name] === 'number') row[name] = row[name] !== 0
    return result
  }
}

/** PgBouncer rejects the timeouts that each connection sets at its start. */
function isPooler(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter')
}

const maxWaitMs = 60_000
const waitLoggedMs = 10_000

/** Retries for a minute, because after a power cut the database may start later than the server. */
export async function awaitStore(options: StoreOptions, log: FastifyBaseLogger): Promise<Store> {
  const endsAt = performance.now() + maxWaitMs
  for (let loggedAt = -Infinity; ; )
    try {
      return await openStore(options)
    } catch (error) {
      if (!isStoreFailure(error) || performance.now() > endsAt) throw error
      if (performance.now() - loggedAt >= waitLoggedMs) {
        log.warn({ err: error }, 'waiting for the store')
        loggedAt = performance.now()
      }
      await pause(500)
    }
}
