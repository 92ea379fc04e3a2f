import { type SelectQueryBuilder, sql } from 'kysely'
import type { Engine, Queryable } from './store'

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
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(719211)`.execute(trx)
}

/** Whether other processes may work with the same store: SQLite's file is for one server. */
export function isShared(engine: Engine): boolean {
  return engine === 'postgres'
}

/** Takes erased words out of SQLite's log too; PostgreSQL does the like by its own vacuum. */
export async function sweepErased(engine: Engine, db: Queryable): Promise<void> {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Whether an error says that the store cannot be reached or used now, so that 503 is the answer. */
export function isStoreFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    code.startsWith('SQLITE_') ||
    /^(08|40|53|57|58)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code) ||
    error.message === 'timeout exceeded when trying to connect' ||
    error.message.startsWith('Connection terminated')
  )
}
