import { InvalidArgumentError } from '@commander-js/extra-typings'
import { addDays, startOfDay } from '../server/time-zone'
import type { Context } from './context'

/** Parses a day such as `2026-11-20` and returns its start, or its end if `days` is 1, in ms since 1970. */
export function parseDay(context: Context, days: 0 | 1) {
  return (value: string): number => {
    if (Number.isNaN(startOfDay(value, 'UTC')))
      throw new InvalidArgumentError('Use a date such as 2026-11-20.')
    return startOfDay(addDays(value, days), context.timeZone)
  }
}

export function parseCount(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentError('Use a number from 1 to 99999.')
  return Number(value)
}
