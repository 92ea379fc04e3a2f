import { dayMs, minuteMs } from '../shared/durations'

/** Intl formats are slow to create, so they are kept. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats as ISO 8601, which is how Swedish writes times. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone)
  if (made) return made
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...({ dateStyle: 'short', timeStyle: 'medium', timeZone } as const),
  })
  formats.set(timeZone, format)
  return format
}

/** Formats a time (ms) as `2026-11-20 18:05` in the time zone. */
export function formatTime(at: number, timeZone: string): string {
  return formatIn(timeZone).format(at).slice(0, 16)
}

/** Returns how far the time zone is ahead of UTC at that time, ms. */
function offsetAt(at: number, timeZone: string): number {
  const seconds = Math.floor(at / 1000) * 1000
  return Date.parse(`${formatIn(timeZone).format(seconds).replace(' ', 'T')}Z`) - seconds
}

/** Formats a time (ms) as `2026-11-20T18:05:09.123+02:00`. */
export function formatInstant(at: number, timeZone: string): string {
  const offset = offsetAt(at, timeZone)
  const [sign, minutes] = [offset < 0 ? '-' : '+', Math.abs(offset) / minuteMs]
  const hour = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'))
  return new Date(at + offset).toISOString().replace('Z', `${sign}${hour.join(':')}`)
}

/** Returns when a day such as `2026-11-20` begins in the time zone, ms since 1970, or NaN for no such day. */
export function startOfDay(day: string, timeZone: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return Number.NaN
  const midnight = Date.parse(`${day}T00:00Z`)
  if (Number.isNaN(midnight)) return Number.NaN
  // Near a change to or from summer time the first guess has the wrong offset.
  const guess = midnight - offsetAt(midnight, timeZone)
  return midnight - offsetAt(guess, timeZone)
}

/** Adds days: `2026-10-31` and 1 give `2026-11-01`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Adds months to a month such as `2026-11`. */
export function addMonths(month: string, months: number): string {
  const start = new Date(`${month}-01T00:00Z`)
  start.setUTCMonth(start.getUTCMonth() + months)
  return start.toISOString().slice(0, 7)
}
