import { setTimeout as pause } from 'node:timers/promises'
import {
  type RawBuilder,
  type SelectQueryNode,
  type SqlBool,
  SqliteAdapter,
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

/** Migrations run in one transaction, which SQLite's own locks let one process do at a time. */
export class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Writes SQLite's log into the file and empties it, so that erased words are gone from both;
 * PostgreSQL's vacuum does so by itself. False: another process was using the log for `patienceMs`.
 */
export async function emptyLog(
  engine: Engine,
  db: Queryable,
  patienceMs = 2_000,
): Promise<boolean> {
  if (engine !== 'sqlite') return true
  const endsAt = Date.now() + patienceMs
  // Most of the work without the write lock, which the second kind holds.
  await sql`pragma wal_checkpoint(passive)`.execute(db)
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return true
    if (Date.now() > endsAt) return false
    await pause(20)
  }
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
