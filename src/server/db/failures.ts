import { setTimeout as pause } from 'node:timers/promises'

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
/** What node-postgres says without a code. */
const connectionMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/

/** Whether an error says that the store cannot be reached or used now, so that 503 is the answer. */
export function isStoreFailure(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code.startsWith('SQLITE_') ||
    /^(08|40|53|57|58|55P03|25P0[34])/.test(code) ||
    networkCodes.has(code) ||
    (error instanceof Error && connectionMessages.test(error.message))
  )
}

const giveUpAfterMs = 5_000
const longestPauseMs = 200

/** Ends with the last of those that are run again. */
let queue: Promise<unknown> = Promise.resolve()

/**
 * Runs again what the engine rolled back for the sake of another: a serialization failure or a
 * deadlock (postgresql.org/docs/current/mvcc-serialization-failure-handling.html). One after the
 * other, since together they would roll each other back for ever.
 */
export async function repeatRolledBack<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + giveUpAfterMs
  try {
    return await work()
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    const again = Promise.race([queue, pause(giveUpAfterMs, null, { ref: false })]).then(() =>
      repeat(work, giveUpAt),
    )
    queue = again.catch(() => {})
    return again
  }
}

async function repeat<T>(work: () => Promise<T>, giveUpAt: number): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!wasRolledBack(error) || Date.now() > giveUpAt) throw error
      await pause(Math.random() * Math.min(5 * 2 ** attempt, longestPauseMs))
    }
  }
}

const wasRolledBack = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
