import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from 'kysely'
import { readSqliteCode, sqliteCodes } from './failures'
import type { ReopenableDatabase } from './sqlite-database'

interface BrokenLimits {
  /** For how long (ms) the writes of a connection may fail while a new one can write. */
  brokenAfterMs: number
  /** Called when the reopened connection is broken too. */
  end(): void
}

/**
 * Kysely's driver, with transactions that take the write lock at their start (a deferred one fails if
 * another process writes between its reads and writes), and with broken connections reopened.
 */
export class SqliteStoreDriver extends SqliteDriver {
  readonly #database: ReopenableDatabase
  readonly #limits: BrokenLimits
  #connection: DatabaseConnection | null = null
  #failingSince: number | null = null
  #replacement: DatabaseSyncInstance | null = null
  #wasReopened = false

  constructor(database: ReopenableDatabase, limits: Partial<BrokenLimits> = {}) {
    super({ database })
    this.#database = database
    this.#limits = { brokenAfterMs: 10_000, end: endProcess, ...limits }
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (this.#replacement) {
      this.#database.replace(this.#replacement)
      this.#replacement = null
      this.#wasReopened = true
    }
    this.#connection ??= {
      executeQuery: <R>(query: CompiledQuery) => this.#observe<R>(connection, query),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
    return this.#connection
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite has rolled back already when a disk is full or broken (sqlite.org/lang_transaction.html). */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }

  async #observe<R>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const result = await connection.executeQuery<R>(query)
      if (!this.#database.isTransaction && isWrite(query)) {
        this.#failingSince = null
        this.#wasReopened = false
      }
      return result
    } catch (error) {
      const code = readSqliteCode(error)
      if (code !== null && code !== sqliteCodes.constraint) this.#noteFailure(Date.now())
      throw error
    }
  }

  /** Locks and disks that are full or broken stop a new connection as well. */
  #noteFailure(now: number): void {
    this.#failingSince ??= now
    if (this.#replacement || now - this.#failingSince < this.#limits.brokenAfterMs) return
    this.#failingSince = null
    const opened = this.#database.openWritable()
    if (opened && this.#wasReopened) this.#limits.end()
    this.#replacement = opened
  }
}

function isWrite({ query, sql }: CompiledQuery): boolean {
  return sql === 'commit' || /^(Insert|Update|Delete)QueryNode$/.test(query.kind)
}

/** Stops the server like any error that nobody caught; its service manager starts it again. */
function endProcess(): void {
  setImmediate(() => {
    throw new Error(
      'The store cannot be written although its file can: the process has to restart.',
    )
  })
}
