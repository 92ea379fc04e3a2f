import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { SqliteDatabase } from 'kysely'
import { toStored } from './schema'

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

/** Kysely's interface over that of `node:sqlite`; keeps prepared statements. */
export class ReopenableDatabase implements SqliteDatabase {
  readonly #open: () => DatabaseSyncInstance
  readonly #statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  #database: DatabaseSyncInstance

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
    const prepared = this.#database.prepare(sql)
    const statement: ReturnType<SqliteDatabase['prepare']> = {
      reader: prepared.columns().length > 0,
      all: parameters => prepared.all(...parameters.map(toStored)),
      run: parameters => prepared.run(...parameters.map(toStored)),
      iterate: parameters => prepared.iterate(...parameters.map(toStored)),
    }
    if (this.#statements.size >= maxStatements) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }

  /** A new connection that has written; null: it cannot. */
  openWritable(): DatabaseSyncInstance | null {
    let opened: DatabaseSyncInstance | null = null
    try {
      opened = this.#open()
      opened.exec(`insert into watermarks (name, value) values ('written-at', ${Date.now()})
        on conflict (name) do update set value = excluded.value`)
      return opened
    } catch {
      opened?.close()
      return null
    }
  }

  replace(opened: DatabaseSyncInstance): void {
    this.close()
    this.#database = opened
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}
