import pino, { type DestinationStream } from 'pino'
import { isStoreFailure } from './db/failures'
import { formatInstant } from './time-zone'

/** Creates a log of JSON lines without personal data, with times in the temple's time zone. */
export function createLog(
  { logLevel: level, timeZone }: { logLevel: string; timeZone: string },
  output: DestinationStream = pino.destination(1),
) {
  const timestamp = () => `,"time":"${formatInstant(Date.now(), timeZone)}"`
  const formatters = { level: (label: string) => ({ level: label }) }
  const serializers = { err: describeError }
  return pino({ level, base: null, timestamp, formatters, serializers }, output)
}

/** These fields of database, network and mail errors are identifiers and codes, never values. */
const safeFields = [
  ...['code', 'errcode', 'syscall', 'severity', 'table', 'column', 'constraint'],
  ...['responseCode', 'statusCode'],
]

/** Without a code, the message of such an error is ours or the engine's. */
const plainKinds = new Set(['Error', 'TypeError', 'RangeError'])

/** Any call may meet these errors of the payment provider, so they need no stack. */
const outages = new Set([
  ...['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'],
  ...['StripeAuthenticationError', 'StripePermissionError'],
])

/** Further frames belong to packages, which are bundled into one file. */
const maxFrames = 6

export function isProviderOutage(error: unknown): boolean {
  return error instanceof Error && outages.has(formatKind(error, { ...error }))
}

/**
 * Describes an error without personal data. Messages may quote a row (PostgreSQL), an address (mail
 * servers), a piece of a body (JSON) or a value (schemas). SQLite's messages only name tables and
 * columns.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields: Partial<Record<string, unknown>> = { ...error }
  const kind = formatKind(error, fields)
  const isPlain = plainKinds.has(kind) && fields.code === undefined
  const isSayable = isPlain || fields.code === 'ERR_SQLITE_ERROR'
  const cause = error instanceof AggregateError ? error.errors[0] : (error.cause ?? fields.detail)
  return {
    type: kind,
    ...Object.fromEntries(safeFields.map(name => [name, fields[name]])),
    message: isSayable ? error.message : undefined,
    at: isStoreFailure(error) || outages.has(kind) ? undefined : listFrames(error),
    cause: cause instanceof Error ? describeError(cause) : undefined,
  }
}

/** Returns the error's kind, which the provider's SDK keeps in `type`. */
function formatKind({ name }: Error, { type }: Partial<Record<string, unknown>>): string {
  return typeof type === 'string' && type.startsWith('Stripe') ? type : name
}

/** Lists the frames of the stack, without the message and without Node's own frames. */
function listFrames(error: Error): string[] {
  const lines = error.stack?.split('\n') ?? []
  return lines
    .filter(line => /^\s+at .+:\d+:\d+\)?$/.test(line) && !line.includes('node:'))
    .map(line => line.trim())
    .slice(0, maxFrames)
}
