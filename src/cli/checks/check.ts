import type { Status } from '../../server/health/read-health'
import type { Shop } from '../shop'

/** The shop, and what its store says; null: it cannot be read, which is a finding of its own. */
export type Subject = Shop & { status: Status | null }

/** A string is a problem; nothing: there is nothing to report. */
export type Answer = string | { ok: string } | { skipped: string } | null | undefined | false

/** One row of the doctor's table. What it throws is a problem, too. */
export interface Check {
  /** How bad a problem is. `warning`: the service works all the same. */
  level: 'warning' | 'error'
  /** What to do about it. */
  advice: string
  run(subject: Subject): Answer | Promise<Answer>
}

export const warning = (advice: string, run: Check['run']): Check => ({
  level: 'warning',
  advice,
  run,
})
export const error = (advice: string, run: Check['run']): Check => ({ level: 'error', advice, run })
