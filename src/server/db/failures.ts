import { setTimeout as pause } from 'node:timers/promises'

const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
])
/** node-postgres gives these errors no code. */
const connectionMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/

/** SQLite's primary result codes (sqlite.org/rescode.html). */
export const sqliteCodes = {
  ...{ error: 1, busy: 5, readonly: 8, ioerr: 10, corrupt: 11, full: 13, cantopen: 14 },
  ...{ constraint: 19, notadb: 26 },
}

/** The driver's `all` reports only SQLite's sentence, without a code (sqlite3_errstr). */
const sqliteSentences: [pattern: RegExp, code: number][] = [
  [/^database is locked/, sqliteCodes.busy],
  [/constraint failed/, sqliteCodes.constraint],
  [/^database or disk is full/, sqliteCodes.full],
  [/^attempt to write a readonly database/, sqliteCodes.readonly],
  [/^disk I\/O error/, sqliteCodes.ioerr],
  [/^database disk image is malformed/, sqliteCodes.corrupt],
  [/^unable to open database file/, sqliteCodes.cantopen],
  [/^file is not a database/, sqliteCodes.notadb],
]

/** Returns SQLite's primary result code, or null if the error is not from SQLite. */
export function readSqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || codeOf(error) !== 'ERR_SQLITE_ERROR') return null
  const { message } = error
  if ('errcode' in error && error.errcode !== undefined) return Number(error.errcode) & 0xff
  return sqliteSentences.find(([pattern]) => pattern.test(message))?.[1] ?? sqliteCodes.error
}

/** The lane was full for too long. Strangers cause this, and the store is not down. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError'
}

/** Returns whether the store cannot be reached or used now. The visitor gets a 503. */
export function isStoreFailure(error: unknown): boolean {
  const code = codeOf(error)
  return (
    error instanceof StoreBusyError ||
    readSqliteCode(error) !== null ||
    /^(08|40|53|57|58|55P03|25P0[34])/.test(code) ||
    networkCodes.has(code) ||
    (error instanceof Error && connectionMessages.test(error.message))
  )
}

/**
 * The tables differ from those that the query expects
 * (postgresql.org/docs/current/errcodes-appendix.html, class 42).
 */
export function isForeignSchema(error: unknown): boolean {
  return readSqliteCode(error) === sqliteCodes.error || /^42(P0|70|71)/.test(codeOf(error))
}

/** Returns whether the file is no readable store. */
export function isDamaged(error: unknown): boolean {
  const code = readSqliteCode(error)
  return code === sqliteCodes.corrupt || code === sqliteCodes.notadb
}

/** Runs work, and runs it again after a conflict, so it must do nothing but queries. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T>

const maxPauseMs = 50

/** `serialization_failure`, `deadlock_detected`, `lock_not_available`. */
const postgresConflicts = ['40001', '40P01', '55P03']

/**
 * Repeats work for up to `retryForMs` if another process held a lock, or if PostgreSQL rolled it back
 * (postgresql.org/docs/current/mvcc-serialization-failure-handling.html). Repeats run one at a time in order
 * of arrival, or they could overtake each other and roll each other back for ever.
 */
export function createRetry(retryForMs = 5_000): Retry {
  /** This settles once the last repeat has ended. */
  let queue: Promise<unknown> = Promise.resolve()

  return async work => {
    const endsAt = performance.now() + retryForMs
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      const repeated = Promise.race([queue, pause(retryForMs, null, { ref: false })]).then(() =>
        repeat(work, endsAt),
      )
      queue = repeated.catch(() => {})
      return repeated
    }
  }
}

async function repeat<T>(work: () => Promise<T>, endsAt: number): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || performance.now() > endsAt) throw error
      await pause(Math.random() * Math.min(5 * 2 ** attempt, maxPauseMs))
    }
  }
}

function isConflict(error: unknown): boolean {
  return readSqliteCode(error) === sqliteCodes.busy || postgresConflicts.includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
