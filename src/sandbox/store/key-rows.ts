import type Database from 'libsql'
import { typedStatement } from './typed-statement'

/** The first answer given under an idempotency key. */
export interface KeptAnswer {
  key: string
  /** Of the whole request: what was asked, and where. */
  fingerprint: string
  path: string
  at: number
  status: number
  body: string
  request: string
}

export interface KeyRows {
  get(key: string): KeptAnswer | undefined
  keep(answer: KeptAnswer): void
  /** Forgets what is older than `at`, milliseconds. */
  forgetBefore(at: number): void
}

export function keyRows(database: Database.Database): KeyRows {
  const get = typedStatement<KeptAnswer>(database, 'select * from keys where key = ?')
  const keep = typedStatement(
    database,
    `insert or replace into keys (key, fingerprint, path, at, status, body, request)
      values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const forget = typedStatement(database, 'delete from keys where at < ?')
  return {
    get: key => get.one(key),
    keep: ({ key, fingerprint, path, at, status, body, request }) => {
      keep.run(key, fingerprint, path, at, status, body, request)
    },
    forgetBefore: at => {
      forget.run(at)
    },
  }
}
