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
  /** Connections of PostgreSQL that are in use, and how many requests wait for one; null: SQLite. */
  countConnections(): { inUse: number; waiting: number } | null
  close(): Promise<void>
}

/** An open transaction. What locks a row takes one: outside it the lock ends with its statement. */
export type Transaction = KyselyTransaction<Tables>

/** The store, or an open transaction. */
export type Queryable = Kysely<Tables> | Transaction

/**
 * Runs `work` in one transaction, again after a conflict: it must do nothing but queries. `lane`: the quota of the
 * store's connections, so that strangers cannot fill what paid orders need (lanes.ts).
 */
export async function inTransaction<T>(
  { db, lanes }: Pick<Store, 'db' | 'lanes'>,
  work: (trx: Transaction) => Promise<T>,
  lane: LaneName = 'paid',
): Promise<T> {
  return lanes[lane].run(() => db.transaction().execute(work))
}

/** The time and 96 random bits: new rows come last in an index, so a full store costs no more. */
export function randomId(): string {
  return Date.now().toString(36) + randomBytes(12).toString('base64url')
}

/** The clocks of several machines differ by less, or an error is logged: see the reconciler. */
export const maxSkewMs = 5 * minuteMs

/** The longest delay that we schedule, ms. */
export const maxScheduleMs = 25 * hourMs

export async function countRows<T extends keyof Tables>(
  query: SelectQueryBuilder<Tables, T, object>,
): Promise<number> {
  const count = sql<number>`count(*)`.as('count')
  return (await query.select(count).executeTakeFirstOrThrow()).count
}
