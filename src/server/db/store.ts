import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables'

export type Engine = 'sqlite' | 'postgres'

/** One set of queries, two engines. */
export interface Store {
  engine: Engine
  db: Kysely<Tables>
  close(): Promise<void>
}

/** What a query needs: the store's own connection, or a transaction under way. */
export type Queryable = Kysely<Tables> | Transaction<Tables>
