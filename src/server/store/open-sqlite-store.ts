import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely'
import Database from 'libsql'
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
  const db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database }) })
  return { engine: 'sqlite', db, close: () => db.destroy() }
}

/**
 * Transactions take the write lock at their first step. A deferred one that reads, then writes,
 * fails at once when the command line has written in between, without waiting its turn.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0]

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}
