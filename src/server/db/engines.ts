import { CompiledQuery, type SelectQueryBuilder, sql } from 'kysely'
import type { Engine, Queryable, Store } from './store'

// Everything in which the two engines differ for us. SQLite has one writer at a time, and our
// transactions take its write lock at their start: a row lock is then already held.

/** Holds the chosen rows until the transaction ends. */
export function lockRows<DB, TB extends keyof DB, O>(
  engine: Engine,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate() : query
}

/** Holds the chosen rows; rows that another process holds are passed over. */
export function claimRows<DB, TB extends keyof DB, O>(
  engine: Engine,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate().skipLocked() : query
}

/** Lets one process migrate at a time; the lock ends with the transaction. */
export async function lockForMigration(engine: Engine, trx: Queryable): Promise<void> {
  if (engine !== 'postgres') return
  // Others wait for the lock, and a migration for its indexes, longer than a request would.
  await sql`set local lock_timeout = 0`.execute(trx)
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(719211)`.execute(trx)
}

/** Whether other processes may work with the same store: SQLite's file is for one server. */
export function isShared(engine: Engine): boolean {
  return engine === 'postgres'
}

/** Takes erased words out of SQLite's log too; PostgreSQL does the like by its own vacuum. */
export async function sweepErased(engine: Engine, db: Queryable): Promise<void> {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Lets a library that writes its own SQL (the limiter) go through the store's own pool. */
export function clientOf({ db }: Store) {
  return {
    query: ({ text, values }: { text: string; values?: unknown[] }) =>
      db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values ?? [])),
  }
}
