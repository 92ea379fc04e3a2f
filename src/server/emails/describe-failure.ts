import * as v from 'valibot'
import type { LetterKind } from './letter'

export interface Failure {
  /** Trying again will not help. */
  final: boolean
  /** It is the mail server that cannot be reached: other letters would fare the same now. */
  unreachable: boolean
  /** For the store and the log: codes only, because a mail server's sentence names the recipient. */
  words: string
}

const MailErrorSchema = v.object({
  code: v.optional(v.string()),
  responseCode: v.optional(v.number()),
  command: v.optional(v.string()),
})

/**
 * What went wrong with a delivery. A 5xx answer to RCPT is the end for a donor's address
 * (RFC 5321, 4.2.1); the temple's own address is worth repeating until somebody mends it.
 */
export function describeFailure(error: unknown, kind: LetterKind): Failure {
  const parsed = v.safeParse(MailErrorSchema, error)
  if (!parsed.success) return { final: false, unreachable: false, words: 'unknown failure' }
  const { code, responseCode, command } = parsed.output
  const refused = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  return {
    final: refused && kind.startsWith('donor-'),
    unreachable: command === 'CONN' || code === 'EDNS',
    words: [code, responseCode, command && `at ${command}`].filter(Boolean).join(' ') || 'failure',
  }
}
