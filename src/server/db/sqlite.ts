import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { type SelectQueryNode, SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely'
import { openDatabase, ReopenableDatabase } from './sqlite-database'
import { SqliteStoreDriver } from './sqlite-driver'

export function findStoreFile(dataDir: string): string {
  return join(dataDir, 'svichka.db')
}

/**
 * Drops `for update` and `skip locked`: SQLite has no row locks. A transaction holds the write lock from
 * its start, and the update that claims rows checks them again.
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

export function createSqliteDialect(dataDir: string): SqliteDialect {
  const file = findStoreFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Personal data: only the service's user may read it. SQLite's log inherits the mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new ReopenableDatabase(() => openDatabase(file))
  return Object.assign(new SqliteDialect({ database }), {
    createDriver: () => new SqliteStoreDriver(database),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new LocklessCompiler(),
  })
}
