import type Database from 'libsql'

type Cell = string | number | null

/** A prepared statement whose rows have a shape: ours is the only program that writes them. */
export interface TypedStatement<Row> {
  one(...values: Cell[]): Row | undefined
  all(...values: Cell[]): Row[]
  run(...values: Cell[]): { changes: number; id: number }
}

export function typedStatement<Row>(database: Database.Database, sql: string): TypedStatement<Row> {
  const statement = database.prepare(sql)
  return {
    one: (...values) => statement.get(...values) as Row | undefined,
    all: (...values) => statement.all(...values) as Row[],
    run: (...values) => {
      const done = statement.run(...values)
      return { changes: done.changes, id: Number(done.lastInsertRowid) }
    },
  }
}
