import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import Database from 'libsql'
import { SqliteDriver } from './sqlite-driver'
import type { Store } from './store'
import type { Tables } from './tables'

export const storeFileName = 'svichka.db'

/**
 * The embedded store: one file. `synchronous=FULL` makes an answered order survive a power cut
 * (sqlite.org/pragma.html#pragma_synchronous); the write-ahead log lets a backup run meanwhile.
 */
export function openSqliteStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true })
  const database = new Database(join(dataDir, storeFileName))
  // First: the next pragma already needs the file, which another process may hold.
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // What is erased is overwritten in the file, not only unlisted (sqlite.org/pragma.html#pragma_secure_delete).
  database.pragma('secure_delete = ON')
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver(database),
      createIntrospector: given => new SqliteIntrospector(given),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  return { engine: 'sqlite', db, close: () => db.destroy() }
}
