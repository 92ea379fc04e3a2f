import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SelectQueryNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { openDatabase, ReopenableDatabase } from './sqlite-database'

export function findStoreFile(dataDir: string): string {
  return join(dataDir, 'svichka.db')
}

/**
 * Drops `for update` and `skip locked`, because SQLite has no row locks. A transaction holds the write lock
 * from its start, and the update that leases rows checks them again.
 */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery({ ...node, endModifiers: [] })
  }
}

/** Runs all migrations in one transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ReopeningDriver extends SqliteDriver {
  readonly #database: ReopenableDatabase

  constructor(database: ReopenableDatabase) {
    super({ database })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#database.reopenAfterFailure()
    return connection
  }

  /** Takes the write lock at once. A deferred transaction fails if another process writes after its reads. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** If the disk is full or broken, SQLite has rolled back already (sqlite.org/lang_transaction.html). */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

export function createSqliteDialect(dataDir: string, open = openDatabase): Dialect {
  const file = findStoreFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // The file holds personal data, so only the service's user may read it. SQLite's log inherits the mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new ReopenableDatabase(() => open(file))
  return {
    createDriver: () => new ReopeningDriver(database),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new LocklessCompiler(),
    createIntrospector: db => new SqliteIntrospector(db),
  }
}
