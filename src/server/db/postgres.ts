import { PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Retry } from './failures'

const int8 = 20

interface Timeouts {
  /** How long an answer is waited for. */
  queryTimeoutMs: number | undefined
  lockTimeoutMs: number | undefined
}

/**
 * The second engine, for several processes and machines. Every wait has an end, so that a database
 * that falls silent (a fail-over, a cut line) costs a request some seconds, not minutes, and a
 * process that dies inside a transaction does not keep its locks.
 */
export function createPostgresDialect(
  databaseUrl: string,
  { queryTimeoutMs, lockTimeoutMs = 3_000 }: Timeouts,
  retry: Retry,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 3_000,
    statement_timeout: queryTimeoutMs ?? 60_000,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: { getTypeParser: parserOf },
  })
  // A connection that breaks fails its query. Its error is also emitted, by the pool while it rests
  // and by the client while it is lent, and one that nobody listens to would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    Object.assign(client, { query: createQuery(client, retry) })
  })
  return new PostgresDialect({ pool })
}

/**
 * How a connection runs a query. Outside a transaction each statement is one of its own: under
 * `serializable`, which is what distributed engines give, it too can be rolled back for the sake of
 * another, and is run again.
 */
function createQuery(client: pg.PoolClient, retry: Retry) {
  const send: (text: string, values: unknown[]) => Promise<pg.QueryResult> =
    client.query.bind(client)
  let isReplicated = true
  client.on('notice', ({ routine }) => {
    if (routine === syncWait) isReplicated = false
  })
  async function run(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      const result = await send(text, values)
      if (isReplicated) return result
      throw Object.assign(new Error('No standby has confirmed this.'), { code: '40003' })
    } catch (error) {
      // The late answer to one query would be taken for that to the next.
      const isUnanswered = error instanceof Error && error.message === 'Query read timeout'
      if (isUnanswered || !isReplicated) client.end().catch(() => {})
      throw error
    }
  }
  return async (text: string, values: unknown[]) => {
    const isAlone = client.getTransactionStatus() === 'I' && text !== 'begin'
    return isAlone ? retry(() => run(text, values)) : run(text, values)
  }
}

/**
 * Where PostgreSQL waits for a synchronous standby. No timeout of ours ends that wait: who waits is
 * answered 503, and the row stays unseen until a standby has it. An operator can cancel it; the
 * commit then succeeds with a warning, though the standby may take over without it
 * (postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA).
 */
const syncWait = 'SyncRepWaitForLSN'

/** Times and kopiykas stay far below 2^53, so a bigint is read as a number. */
const parserOf: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')
