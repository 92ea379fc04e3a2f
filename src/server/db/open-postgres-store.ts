import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Store } from './store'
import type { Tables } from './tables'

const int8 = 20

/** The second engine, for several processes and machines. Pool errors end the query, not us. */
export function openPostgresStore(databaseUrl: string): Store {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    types: { getTypeParser: parserOf },
  })
  // A connection that breaks fails its query. Its error is also emitted, by the pool while it rests
  // and by the client while it is lent, and one that nobody listens to would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { engine: 'postgres', db, close: () => db.destroy() }
}

/** Times and kopiykas stay far below 2^53, so a bigint is read as a number. */
const parserOf: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')
