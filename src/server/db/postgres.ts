import pg from 'pg'
import { toStored } from './schema'

// Reads bigint as a number: times and kopiykas stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A statement that waits longer for a lock is repeated, and others use its connection meanwhile. */
const lockTimeoutMs = 1_000

/**
 * PostgreSQL, for several processes or machines. Every wait is bounded: a silent database costs a
 * request seconds, and a process that dies inside a transaction loses its locks.
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
  // A broken connection rejects its query. The same error is emitted by the pool (idle) or the client
  // (in use), and without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    Object.assign(client, { query: createQuery(client) })
  })
  return pool
}

/** Rejects what no standby has confirmed, and closes a connection whose answer did not come. */
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
      // A late answer would be taken for that of the next query.
      const isUnanswered = error instanceof Error && error.message === 'Query read timeout'
      if (isUnanswered || !isReplicated) client.end().catch(() => {})
      throw error
    }
  }
}

/**
 * PostgreSQL waits here for a synchronous standby, beyond our timeouts. If an operator cancels
 * the wait, the commit succeeds with a warning, though a standby may take over without it
 * (postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA).
 */
const syncWait = 'SyncRepWaitForLSN'
