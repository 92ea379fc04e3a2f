import type { Kysely, Transaction } from 'kysely'
import type { Retry } from './failures'
import type { Tables } from './schema'

export type Engine = 'sqlite' | 'postgres'

/** One set of queries, two engines. */
export interface Store {
  engine: Engine
  db: Kysely<Tables>
  retry: Retry
  close(): Promise<void>
}

/** The store, or an open transaction. */
export type Queryable = Kysely<Tables> | Transaction<Tables>

/** Runs the work in one transaction, again after a conflict: it must do nothing but queries. */
export async function inTransaction<T>(
  { db, retry }: Store,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return retry(() => db.transaction().execute(work))
}
