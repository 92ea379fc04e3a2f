import type { Status } from '../../server/health/read-health'
import type { Context } from '../context'

/** `status` is null if the store cannot be read, which its own check reports. */
export type Subject = Context & { status: Status | null }

/** A string is a problem; a falsy value reports nothing. */
export type Answer = string | { ok: string } | { skipped: string } | null | undefined | false

/** One row of the doctor's table. An exception is a problem, too. */
export interface Check {
  /** `warning`: the service works all the same. */
  level: 'warning' | 'error'
  advice: string
  run(subject: Subject): Answer | Promise<Answer>
}

export const warning = (advice: string, run: Check['run']): Check => ({
  level: 'warning',
  advice,
  run,
})
export const error = (advice: string, run: Check['run']): Check => ({ level: 'error', advice, run })
