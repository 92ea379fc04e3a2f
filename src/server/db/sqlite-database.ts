import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { SqliteDatabase } from 'kysely'
import { readSqliteCode, sqliteCodes } from './failures'

/**
 * `synchronous=FULL` makes an answered order survive a power cut
 * (sqlite.org/pragma.html#pragma_synchronous); the write-ahead log lets a backup run meanwhile.
 */
export function openDatabase(file: string): DatabaseSyncInstance {
  // Opening may wait for another process. Statements may not: the wait blocks the event loop.
  const database = new DatabaseSync(file, { timeout: 1_000 })
  database.exec(`
    pragma journal_mode = WAL;
    pragma synchronous = FULL;
    pragma foreign_keys = ON;
    pragma secure_delete = ON; -- what is erased is overwritten in the file
    pragma busy_timeout = 0`)
  return database
}

const maxStatements = 500
/** Errors that say nothing about the connection; null: not SQLite's. */
const harmless = [sqliteCodes.constraint, sqliteCodes.busy, null]

interface BrokenLimits {
  /** A connection is broken if its writes have failed for so long (ms) and those of a new one do not. */
  brokenAfterMs: number
  end(): void
}

/**
 * Kysely's interface over that of `node:sqlite`; keeps prepared statements. Ends the process if its
 * connection is broken.
 */
export class StoreDatabase implements SqliteDatabase {
  readonly #open: () => DatabaseSyncInstance
  readonly #limits: BrokenLimits
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  #failingSince: number | null = null

  constructor(open: () => DatabaseSyncInstance, limits: Partial<BrokenLimits> = {}) {
    this.#open = open
    this.#limits = { brokenAfterMs: 10_000, end: endProcess, ...limits }
    this.#database = open()
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  prepare(sql: string) {
    const kept = this.#statements.get(sql)
    if (kept) return kept
    const prepared = this.#database.prepare(sql)
    const statement: ReturnType<SqliteDatabase['prepare']> = {
      reader: prepared.columns().length > 0,
      all: parameters => prepared.all(...parameters),
      run: parameters => this.#observe(sql, () => prepared.run(...parameters)),
      iterate: parameters => prepared.iterate(...parameters),
    }
    if (this.#statements.size >= maxStatements) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #observe<T>(sql: string, run: () => T): T {
    try {
      const result = run()
      if (!this.isTransaction && sql !== 'rollback') this.#failingSince = null
      return result
    } catch (error) {
      if (!harmless.includes(readSqliteCode(error))) this.#noteFailure(Date.now())
      throw error
    }
  }

  /** A full or broken disk stops a new connection too: a restart would not help. */
  #noteFailure(now: number): void {
    this.#failingSince ??= now
    if (now - this.#failingSince < this.#limits.brokenAfterMs) return
    this.#failingSince = null
    if (this.#canBeWritten()) this.#limits.end()
  }

  /** Whether a new connection can write. */
  #canBeWritten(): boolean {
    try {
      const other = this.#open()
      try {
        other.exec(`insert into watermarks (name, value) values ('written-at', ${Date.now()})
          on conflict (name) do update set value = excluded.value`)
        return true
      } finally {
        other.close()
      }
    } catch {
      return false
    }
  }
}

/** Stops the server like any error that nobody caught; its service manager starts it again. */
function endProcess(): void {
  setImmediate(() => {
    throw new Error(
      'The store cannot be written although its file can: the process has to restart.',
    )
  })
}
