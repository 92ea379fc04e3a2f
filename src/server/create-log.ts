import pino from 'pino'

/** JSON lines on standard output, without personal data. */
export function createLog(level: string) {
  return pino({ level, base: null, serializers: { err: describeError } })
}

/** Fields of database, network and mail errors: identifiers and codes, never values. */
const safeFields = ['code', 'syscall', 'severity', 'table', 'column', 'constraint', 'responseCode']

/** Without a code, the messages of these are ours or the engine's. */
const plainKinds = new Set(['Error', 'TypeError', 'RangeError'])

/**
 * An error without input. Messages may quote a row (PostgreSQL), an address (mail servers), a piece of
 * a body (JSON) or a value (schemas).
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields: Partial<Record<string, unknown>> = { ...error }
  const isPlain = plainKinds.has(error.name) && fields.code === undefined
  const cause = error instanceof AggregateError ? error.errors[0] : error.cause
  return {
    type: error.name,
    ...Object.fromEntries(safeFields.map(name => [name, fields[name]])),
    message: isPlain ? error.message : undefined,
    at: frames(error),
    cause: cause === undefined ? undefined : describeError(cause),
  }
}

/** The stack without its first lines, which repeat the message. */
function frames(error: Error): string[] {
  const lines = error.stack?.split('\n') ?? []
  return lines.filter(line => /^\s+at .+:\d+:\d+\)?$/.test(line)).map(line => line.trim())
}
