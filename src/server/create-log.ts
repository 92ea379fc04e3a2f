import pino from 'pino'

/**
 * Structured lines on standard output. Errors carry their kind and place, never what was sent:
 * names, purposes and addresses do not belong in a log.
 */
export function createLog(level: string) {
  return pino({
    level,
    base: null,
    redact: ['req.headers', 'req.body', 'err.parameters', 'err.query'],
  })
}
