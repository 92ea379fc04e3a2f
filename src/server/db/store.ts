import { randomBytes } from 'node:crypto'
import {
  type Kysely,
  type Transaction as KyselyTransaction,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import { hourMs, minuteMs } from '../../shared/durations'
import type { LaneName, Lanes } from './lanes'
import type { Tables } from './schema'

export type Engine = 'sqlite' | 'postgres'

export interface Store {
  engine: Engine
  db: Kysely<Tables>
  lanes: Lanes
  /** Returns how many of PostgreSQL's connections are in use and how many requests wait; null on SQLite. */
  countConnections(): { inUse: number; waiting: number } | null
  close(): Promise<void>
}

/**
 * An open transaction. Functions that lock rows require one, because outside it a lock ends with its
 * statement.
 */
export type Transaction = KyselyTransaction<Tables>

export type Queryable = Kysely<Tables> | Transaction

/**
 * Runs `work` in one transaction, and runs it again after a conflict, so it must do nothing but queries. The
 * lane bounds how many such transactions run at once (lanes.ts).
 */
export async function inTransaction<T>(
  { db, lanes }: Pick<Store, 'db' | 'lanes'>,
  work: (trx: Transaction) => Promise<T>,
  lane: LaneName = 'paid',
): Promise<T> {
  return lanes[lane].run(() => db.transaction().execute(work))
}

/**
 * Returns an id of the time and 96 random bits. New rows come last in an index then, which keeps a full
 * store fast.
 */
export function randomId(): string {
  return Date.now().toString(36) + randomBytes(12).toString('base64url')
}

/** If the clocks of machines differ by more, the reconciler logs an error, ms. */
export const maxSkewMs = 5 * minuteMs

/** Nothing is ever scheduled further ahead, ms. */
export const maxScheduleMs = 25 * hourMs

export async function countRows<T extends keyof Tables>(
  query: SelectQueryBuilder<Tables, T, object>,
): Promise<number> {
  const count = sql<number>`count(*)`.as('count')
  return (await query.select(count).executeTakeFirstOrThrow()).count
}
