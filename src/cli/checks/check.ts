import type { Status } from '../../server/health/read-health'
import type { PaymentProvider } from '../../server/stripe/payment-provider'
import type { Context } from '../context'

export interface Subject extends Context {
  /** null: the store cannot be read, which its own check reports. */
  status: Status | null
  /** null: no cards are taken. */
  provider: PaymentProvider | null
}

/** A string is a problem; a falsy value reports nothing. */
export type Answer = string | { ok: string } | { skipped: string } | null | undefined | false

/** One row of the doctor's table. An exception is a problem, too. */
export interface Check {
  /** `warning`: the service works all the same. */
  level: 'warning' | 'error'
  advice: string
  run(subject: Subject): Answer | Promise<Answer>
}

const check = (level: Check['level']) => (advice: string, run: Check['run']) => ({
  level,
  advice,
  run,
})
export const warning = check('warning')
export const error = check('error')
