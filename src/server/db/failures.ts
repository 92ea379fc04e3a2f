const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
/** What node-postgres says without a code. */
const connectionMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

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

/**
 * Serialization failure and deadlock: the engine rolled the transaction back and it can be run
 * again (postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
 */
export function wasRolledBack(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
