import {
  type RawBuilder,
  type SelectQueryNode,
  type SqlBool,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Engine, Queryable } from './store'

// Everything in which the two engines differ for us.

/**
 * Leaves out `for update` and `skip locked`, which SQLite does not know: it has one writer at a
 * time, and our transactions are it from their start, so that every row is already held.
 */
export class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery({ ...node, endModifiers: [] })
  }
}

/** Lets one process migrate at a time; the lock ends with the transaction. */
export async function lockForMigration(engine: Engine, trx: Queryable): Promise<void> {
  if (engine !== 'postgres') return
  // Others wait for the lock, and a migration for its indexes, longer than a request would.
  await sql`set local lock_timeout = 0`.execute(trx)
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(719211)`.execute(trx)
}

/**
 * Brings SQLite's log into the file and empties it, so that erased words are gone from both;
 * PostgreSQL does the like by its own vacuum.
 */
export async function emptyLog(engine: Engine, db: Queryable): Promise<void> {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/**
 * Whether a column holds this text, in whatever case. Neither SQLite's `lower` nor PostgreSQL's in a
 * plain locale knows Cyrillic, so that both are given either case of each letter.
 */
export function holdsText(engine: Engine, column: string, text: string): RawBuilder<SqlBool> {
  const pattern = [...text].map(letter => eitherCase(engine, letter)).join('')
  return engine === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} glob ${`*${pattern}*`}`
    : sql<SqlBool>`${sql.ref(column)} ~ ${pattern}`
}

function eitherCase(engine: Engine, letter: string): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
  if (lower !== upper) return `[${lower}${upper}]`
  if (/[\p{L}\p{N}\s]/u.test(letter)) return letter
  return engine === 'sqlite' ? (/[*?[]/.test(letter) ? `[${letter}]` : letter) : `\\${letter}`
}
