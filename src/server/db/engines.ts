import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Engine, Store } from './store'

/**
 * Checkpoints and truncates SQLite's log, so that erased words are gone from both files. Returns false if
 * another process kept the log busy for `retryForMs`. PostgreSQL's vacuum needs no help.
 */
export async function checkpointWal({ engine, db }: Store, retryForMs = 2_000): Promise<boolean> {
  if (engine !== 'sqlite') return true
  const endsAt = performance.now() + retryForMs
  // The passive checkpoint does most of the work without the write lock.
  await sql`pragma wal_checkpoint(passive)`.execute(db)
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return true
    if (performance.now() > endsAt) return false
    await pause(20)
  }
}

/**
 * Matches a part of a text in any case. The pattern names both cases of each letter, because in SQLite and
 * in PostgreSQL's C locale `lower` does not change Cyrillic letters.
 */
export function containsText(engine: Engine, column: string, text: string): RawBuilder<SqlBool> {
  const pattern = ignoreCase(engine, text)
  return matches(engine, column, engine === 'sqlite' ? `*${pattern}*` : pattern)
}

/** Matches a whole text in any case. */
export function equalsText(engine: Engine, column: string, text: string): RawBuilder<SqlBool> {
  const pattern = ignoreCase(engine, text)
  return matches(engine, column, engine === 'sqlite' ? pattern : `^${pattern}$`)
}

const matches = (engine: Engine, column: string, pattern: string) =>
  sql<SqlBool>`${sql.ref(column)} ${sql.raw(engine === 'sqlite' ? 'glob' : '~')} ${pattern}`

const ignoreCase = (engine: Engine, text: string) =>
  [...text].map(letter => eitherCase(engine, letter)).join('')

function eitherCase(engine: Engine, letter: string): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
  if (lower !== upper) return `[${lower}${upper}]`
  if (/[\p{L}\p{N}\s]/u.test(letter)) return letter
  return engine === 'sqlite' ? (/[*?[]/.test(letter) ? `[${letter}]` : letter) : `\\${letter}`
}
