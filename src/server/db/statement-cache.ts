import type { CompiledQuery, QueryResult } from 'kysely'
import type { Database, Statement } from 'libsql'

/** Queries of ours are some two hundred; only lists of changing length make ever new ones. */
const mostKept = 500

/** One connection to SQLite whose prepared statements are kept. */
export class StatementCache {
  readonly #database: Database
  readonly #statements = new Map<string, Statement>()

  constructor(database: Database) {
    this.#database = database
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  clear(): void {
    this.#statements.clear()
  }

  #prepare(sql: string): Statement {
    const kept = this.#statements.get(sql)
    if (kept) return kept
    if (this.#statements.size >= mostKept) this.#statements.clear()
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
