import pino from 'pino'

/**
 * Structured lines on standard output. Errors carry their kind and place, never what was sent:
 * names, purposes and addresses do not belong in a log.
 */
export function createLog(level: string) {
  return pino({ level, base: null, serializers: { err: describeError } })
}

/** Fields of database, network and mail errors that hold names of ours and codes, no values. */
const harmless = ['code', 'syscall', 'severity', 'table', 'column', 'constraint', 'responseCode']

/** Errors of these kinds that carry no code are our own sentences or the engine's. */
const plainKinds = new Set(['Error', 'TypeError', 'RangeError'])

/**
 * What a log may say of an error. Messages and details of other kinds quote what was sent: a row
 * (PostgreSQL), an address (mail servers), a piece of a body (JSON), a value (schemas).
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const given: Partial<Record<string, unknown>> = { ...error }
  const facts = harmless.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]]]))
  const isPlain = plainKinds.has(error.name) && given.code === undefined
  return {
    type: error.name,
    ...Object.fromEntries(facts),
    ...(isPlain ? { message: error.message } : {}),
    at: frames(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** The stack without its first lines, which repeat the message. */
function frames(error: Error): string[] {
  const lines = error.stack?.split('\n') ?? []
  return lines.filter(line => /^\s+at .+:\d+:\d+\)?$/.test(line)).map(line => line.trim())
}
