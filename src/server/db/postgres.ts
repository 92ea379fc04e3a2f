import pg from 'pg'
import { toStored } from './schema'

// Times and kopiykas stay far below 2^53, so a bigint is read as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A statement that waits longer for a lock is repeated later, so that others can use its connection, ms.
 */
const lockTimeoutMs = 1_000

/**
 * Connects to PostgreSQL, for several processes or machines. Every wait is bounded: a silent database costs
 * a request seconds, and a process that dies inside a transaction loses its locks.
 */
export function createPool(databaseUrl: string, queryTimeoutMs: number | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 3_000,
    statement_timeout: queryTimeoutMs ?? 60_000,
    query_timeout: queryTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  })
  // A broken connection rejects its query. The pool or the client also emits the error as an event, which
  // would end the process without a listener.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    Object.assign(client, { query: createQuery(client) })
  })
  return pool
}

/** Rejects a commit that no standby has confirmed, and closes a connection that does not answer. */
function createQuery(client: pg.PoolClient) {
  const send: (text: string, values: unknown[]) => Promise<pg.QueryResult> =
    client.query.bind(client)
  let isReplicated = true
  client.on('notice', ({ routine }) => {
    if (routine === syncWait) isReplicated = false
  })
  return async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    try {
      const result = await send(text, values.map(toStored))
      if (isReplicated) return result
      throw Object.assign(new Error('No standby has confirmed this.'), { code: '40003' })
    } catch (error) {
      // Otherwise a late answer would be taken for that of the next query.
      const isUnanswered = error instanceof Error && error.message === 'Query read timeout'
      if (isUnanswered || !isReplicated) client.end().catch(() => {})
      throw error
    }
  }
}

/**
 * PostgreSQL waits here for a synchronous standby, longer than our timeouts. If an operator cancels the wait,
 * the commit succeeds with a warning, although a standby that takes over may not have it
 * (postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA).
 */
const syncWait = 'SyncRepWaitForLSN'
