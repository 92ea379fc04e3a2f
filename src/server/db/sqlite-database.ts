import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { SqliteDatabase } from 'kysely'
import { readSqliteCode, sqliteCodes } from './failures'
import { toStored } from './schema'

/**
 * Opens the database file. `synchronous=FULL` makes an answered order survive a power cut
 * (sqlite.org/pragma.html#pragma_synchronous), and the write-ahead log lets a backup run meanwhile.
 */
export function openDatabase(file: string): DatabaseSyncInstance {
  // Opening may wait for another process. Statements may not, because the wait blocks the event loop.
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

/** Adapts the interface of `node:sqlite` to Kysely's, and keeps prepared statements. */
export class ReopenableDatabase implements SqliteDatabase {
  readonly #open: () => DatabaseSyncInstance
  readonly #statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  #database: DatabaseSyncInstance
  #hasFailed = false

  constructor(open: () => DatabaseSyncInstance) {
    this.#open = open
    this.#database = open()
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  prepare(sql: string) {
    const kept = this.#statements.get(sql)
    if (kept) return kept
    const prepared = this.#observe(() => this.#database.prepare(sql))
    const statement: ReturnType<SqliteDatabase['prepare']> = {
      reader: prepared.columns().length > 0,
      all: parameters => this.#observe(() => prepared.all(...parameters.map(toStored))),
      run: parameters => this.#observe(() => prepared.run(...parameters.map(toStored))),
      iterate: parameters => prepared.iterate(...parameters.map(toStored)),
    }
    if (this.#statements.size >= maxStatements) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }

  /**
   * Notices failures of the connection. A violated constraint or another process's lock is no such failure.
   */
  #observe<T>(execute: () => T): T {
    try {
      return execute()
    } catch (error) {
      const code = readSqliteCode(error) ?? sqliteCodes.constraint
      if (code !== sqliteCodes.constraint && code !== sqliteCodes.busy) this.#hasFailed = true
      throw error
    }
  }

  /**
   * Reopens the file, because its disk may have been mounted again. If that fails, the next error tries
   * again.
   */
  reopenAfterFailure(): void {
    if (!this.#hasFailed) return
    this.#hasFailed = false
    try {
      const opened = this.#open()
      this.close()
      this.#database = opened
    } catch {}
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}
