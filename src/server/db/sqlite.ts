import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { SqliteDialect } from 'kysely'
import { LocklessCompiler, TransactionalAdapter } from './engines'
import { createRetry, type Retry } from './failures'
import { openDatabase, ReopenableDatabase } from './sqlite-database'
import { SqliteStoreDriver } from './sqlite-driver'

export function findStoreFile(dataDir: string): string {
  return join(dataDir, 'svichka.db')
}

/** The embedded store: one file, by Kysely's own dialect. */
export function createSqliteDialect(dataDir: string, retry: Retry = createRetry()): SqliteDialect {
  const file = findStoreFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Names and addresses are for the service's own user, whatever the umask; the log and the index
  // next to the file take its mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new ReopenableDatabase(() => openDatabase(file))
  return Object.assign(new SqliteDialect({ database }), {
    createDriver: () => new SqliteStoreDriver(database, retry),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new LocklessCompiler(),
  })
}
