import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import {
  CompiledQuery,
  type DatabaseConnection,
  type SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely'
import { openDatabase, StoreDatabase } from './sqlite-database'

export function findStoreFile(dataDir: string): string {
  return join(dataDir, 'svichka.db')
}

/** Transactions take the write lock at once: a deferred one fails if others write before it does. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: StoreDatabase

  constructor(database: StoreDatabase) {
    super({ database })
    this.#database = database
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite has rolled back already when a disk is full or broken (sqlite.org/lang_transaction.html). */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** Drops `for update`: our transactions hold the write lock from the start. */
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

export function createSqliteDialect(dataDir: string): SqliteDialect {
  const file = findStoreFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Personal data: only the service's user may read it. SQLite's log inherits the mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new StoreDatabase(() => openDatabase(file))
  return Object.assign(new SqliteDialect({ database }), {
    createDriver: () => new ImmediateDriver(database),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new LocklessCompiler(),
  })
}
