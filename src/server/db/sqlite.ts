import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely'
import Database from 'libsql'
import { LocklessCompiler, TransactionalAdapter } from './engines'

export function findStoreFile(dataDir: string): string {
  return join(dataDir, 'svichka.db')
}

/**
 * The embedded store: one file. `synchronous=FULL` makes an answered order survive a power cut
 * (sqlite.org/pragma.html#pragma_synchronous); the write-ahead log lets a backup run meanwhile.
 */
export function createSqliteDialect(dataDir: string): SqliteDialect {
  const file = findStoreFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Names and addresses are for the service's own user, whatever the umask; the log and the index
  // beside the file take its mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file)
  // First: the next pragma already needs the file, which another process may hold.
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // What is erased is overwritten in the file, not only unlisted (sqlite.org/pragma.html#pragma_secure_delete).
  database.pragma('secure_delete = ON')
  const config = { database: withStatementCache(database) }
  return Object.assign(new SqliteDialect(config), {
    createDriver: () => new ImmediateDriver(config),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new LocklessCompiler(),
  })
}

/**
 * A transaction takes the write lock at its start: a deferred one that reads, then writes, fails
 * without waiting when the command line has written in between (SQLITE_BUSY_SNAPSHOT).
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** Queries of ours are some two hundred; only lists of changing length make ever new ones. */
const mostStatements = 500

/** Preparing a statement costs more than running it, so that prepared ones are kept. */
function withStatementCache(database: Database.Database) {
  const statements = new Map<string, Database.Statement>()
  return {
    prepare(sql: string) {
      const kept = statements.get(sql)
      if (kept) return kept
      if (statements.size >= mostStatements) statements.clear()
      const statement = database.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}
