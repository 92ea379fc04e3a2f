import type Database from 'libsql'
import { typedStatement } from './typed-statement'

/** Small settings that outlive a restart: the clock's turn, the endpoints, the fault rules. */
export interface NoteRows {
  read<T>(name: string, otherwise: T): T
  write(name: string, value: unknown): void
}

export function noteRows(database: Database.Database): NoteRows {
  const read = typedStatement<{ body: string }>(database, 'select body from notes where name = ?')
  const write = typedStatement(database, 'insert or replace into notes (name, body) values (?, ?)')
  return {
    read: (name, otherwise) => {
      const row = read.one(name)
      return row ? JSON.parse(row.body) : otherwise
    },
    write: (name, value) => {
      write.run(name, JSON.stringify(value))
    },
  }
}
