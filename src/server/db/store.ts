import type { Kysely, Transaction } from 'kysely'
import { repeatRolledBack } from './failures'
import type { Tables } from './schema'

export type Engine = 'sqlite' | 'postgres'

/** One set of queries, two engines. */
export interface Store {
  engine: Engine
  db: Kysely<Tables>
  close(): Promise<void>
}

/** What a query needs: the store's own connection, or a transaction under way. */
export type Queryable = Kysely<Tables> | Transaction<Tables>

/**
 * Runs the work in one transaction. One that the engine rolled back for the sake of another (a
 * serialization failure, a deadlock) is run again, so the work must do nothing else than queries.
 */
export async function inTransaction<T>(
  { db }: Store,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return repeatRolledBack(() => db.transaction().execute(work))
}
