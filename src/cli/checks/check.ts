import type { Status } from '../../server/health/read-health'
import type { PaymentProvider } from '../../server/stripe/payment-provider'
import { type Context, formatError } from '../context'

/** Facts of the machine that only root may read. */
export interface Machine {
  /** The last lines of the server's log, if it is on this machine. */
  lastWords: string[]
  /** The program that listens at PORT, such as `node (pid 812)`, unless it is systemd for the server. */
  listener: string | null
  /** The address at which systemd listens for the server. */
  socket: string | null
}

export interface Subject extends Context {
  machine: Machine
  /** Null if the store cannot be read, which its own check reports. */
  status: Status | null
  /** Null if no cards are taken. */
  provider: PaymentProvider | null
}

export interface Finding {
  /** The service works despite a `warning`. */
  state: 'ok' | 'skipped' | 'warning' | 'error'
  found: string
  advice?: string
}

export type Findings = AsyncGenerator<Finding>

/** A check makes one part of the doctor's report. An exception is an error of that part. */
export type Check = (subject: Subject) => Findings

export const fetchTimeoutMs = 5_000

/** Says why `fetch` failed, also by its timeout. */
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
