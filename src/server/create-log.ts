import pino from 'pino'

/** JSON lines on standard output, without personal data. */
export function createLog(level: string) {
  return pino({ level, base: null, serializers: { err: describeError } })
}

/** Fields of database, network and mail errors that hold identifiers and codes, never values. */
const harmless = ['code', 'syscall', 'severity', 'table', 'column', 'constraint', 'responseCode']

/** Without a code, the messages of these are ours or the engine's. */
const plainKinds = new Set(['Error', 'TypeError', 'RangeError'])

/**
 * What a log may say of an error. Other messages quote input: a row (PostgreSQL), an address (mail
 * servers), a piece of a body (JSON), a value (schemas).
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
