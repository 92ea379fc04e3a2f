import type { Status } from '../../server/health/read-health'
import type { PaymentProvider } from '../../server/stripe/payment-provider'
import { type Context, formatError } from '../context'

/** What a user other than root may not read. */
export interface Machine {
  /** The end of the server's log; empty: there is none here. */
  lastWords: string[]
  /**
   * The program that listens at PORT, such as `node (pid 812)`; null: systemd for the server, nobody, or
   * it is not known.
   */
  listener: string | null
  /** Where systemd listens for the server; null: it does not. */
  socket: string | null
}

export interface Subject extends Context {
  machine: Machine
  /** null: the store cannot be read, which its own check reports. */
  status: Status | null
  /** null: no cards are taken. */
  provider: PaymentProvider | null
}

export interface Finding {
  /** `warning`: the service works all the same. */
  state: 'ok' | 'skipped' | 'warning' | 'error'
  found: string
  advice?: string
}

export type Findings = AsyncGenerator<Finding>

/** One part of the doctor's report. An exception is an error of that part. */
export type Check = (subject: Subject) => Findings

export const fetchTimeoutMs = 5_000

/** Why `fetch` with that time-out failed. */
export function explainFetch(failure: unknown): string {
  if (!(failure instanceof Error)) return formatError(failure)
  return failure.name === 'TimeoutError'
    ? `nothing within ${fetchTimeoutMs / 1000} s`
    : formatError(failure.cause ?? failure)
}

const finding = (state: Finding['state']) => (found: string, advice?: string) => ({
  ...{ state, found },
  ...(advice && { advice }),
})
export const ok = finding('ok')
export const skipped = finding('skipped')
export const warning = finding('warning')
export const error = finding('error')
