import { PostgresDialect } from 'kysely'
import pg from 'pg'

const int8 = 20

/**
 * The second engine, for several processes and machines. Every wait has an end, so that a database
 * that falls silent (a fail-over, a cut line) costs a request some seconds, not minutes, and a
 * process that dies inside a transaction does not keep its locks. `queryTimeoutMs`: how long an
 * answer is waited for; a query may then take twice that, because its rollback is waited for too.
 */
export function createPostgresDialect(
  databaseUrl: string,
  queryTimeoutMs: number | undefined,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: queryTimeoutMs ?? 60_000,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: { getTypeParser: parserOf },
  })
  // A connection that breaks fails its query. Its error is also emitted, by the pool while it rests
  // and by the client while it is lent, and one that nobody listens to would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  // One whose query was never answered would be lent again, and keep the next one waiting as well.
  pool.on('release', (_error, client) => {
    if ('readyForQuery' in client && client.readyForQuery === false) endQuietly(client)
  })
  return new PostgresDialect({ pool })
}

function endQuietly(client: object): void {
  if (client instanceof pg.Client) client.end().catch(() => {})
}

/** Times and kopiykas stay far below 2^53, so a bigint is read as a number. */
const parserOf: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')
