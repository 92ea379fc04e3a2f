import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Database } from 'libsql'
import { type CommitGroup, CommitGroups } from './commit-groups'
import { StatementCache } from './statement-cache'
import { Turns } from './turns'

const writingKinds = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** SQLite behind Kysely: writes share their commits, prepared statements are kept. */
export class SqliteDriver implements Driver {
  readonly #database: Database
  readonly #statements: StatementCache
  readonly #groups: CommitGroups
  readonly #turns = new Turns()

  constructor(database: Database) {
    this.#database = database
    this.#statements = new StatementCache(database)
    this.#groups = new CommitGroups(database, close => this.#closeAfterTurn(close))
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this, await this.#turns.take())
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    connection.group = this.#groups.join()
    this.#database.exec('savepoint part')
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.#requireOpen(connection)
    this.#database.exec('release part')
    connection.group = null
    await this.releaseConnection(connection)
  }

  /** Nothing is to be undone when the whole group failed. */
  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    const isStanding = connection.group !== null && this.#isOpen(connection)
    connection.group = null
    if (isStanding) this.#database.exec('rollback to part; release part')
  }

  /** What was read or written in an open group is told only once that group is on the disk. */
  async releaseConnection(connection: SqliteConnection): Promise<void> {
    if (connection.isReturned) return
    const committed = this.#groups.open?.committed
    connection.isReturned = true
    connection.giveBack()
    await committed
  }

  async destroy(): Promise<void> {
    const giveBack = await this.#turns.take()
    this.#groups.close()
    this.#statements.clear()
    this.#database.close()
    giveBack()
  }

  /** Runs one query for the connection whose turn it is. */
  execute<R>(connection: SqliteConnection, query: CompiledQuery): QueryResult<R> {
    if (connection.group) this.#requireOpen(connection)
    else this.#prepareGroup(query.query.kind)
    try {
      return this.#statements.run(query)
    } catch (error) {
      this.#groups.noteFailure(error)
      throw error
    }
  }

  /** A write by itself joins a group; what is neither read nor write, as `vacuum`, stands alone. */
  #prepareGroup(kind: string): void {
    if (writingKinds.has(kind)) this.#groups.join()
    else if (kind !== 'SelectQueryNode') this.#groups.close()
  }

  #isOpen({ group }: SqliteConnection): boolean {
    return group === this.#groups.open && this.#database.inTransaction
  }

  #requireOpen(connection: SqliteConnection): void {
    if (this.#isOpen(connection)) return
    const error = new Error('The transaction was given up by SQLite.')
    this.#groups.noteFailure(error)
    throw error
  }

  #closeAfterTurn(close: () => void): void {
    setImmediate(async () => {
      const giveBack = await this.#turns.take()
      try {
        close()
      } finally {
        giveBack()
      }
    })
  }
}

/** The one connection, lent to one query or one transaction. */
export class SqliteConnection implements DatabaseConnection {
  /** The group in which the borrower's transaction stands. */
  group: CommitGroup | null = null
  isReturned = false
  readonly giveBack: () => void
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver, giveBack: () => void) {
    this.#driver = driver
    this.giveBack = giveBack
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.execute(this, query)
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing here is streamed.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded store does not stream.')
  }
}
