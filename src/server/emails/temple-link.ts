import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../../shared/durations'

/** After the day that it is signed with. */
const openDays = 14

/**
 * The temple's page as a stored email names it: it opens nothing before `signLinks` completes it, when
 * the email is sent. `code`: the page opens at this order.
 */
export function templePath(code?: string): string {
  return code === undefined ? '/temple/link' : `/temple/link?at=${code}`
}

/** A visitor's text has a non-joiner after each slash (html.ts), so it names no page. */
const unsigned = /\/temple\/link(?![\w-])/g

/** Signs every `templePath` in a text with this day (ms). */
export function signLinks(text: string, key: string, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return text.replace(unsigned, `/temple/${day}-${sign(day, key)}`)
}

/** `ended`: it opened the page until two weeks after its email. `unknown`: not signed with this key. */
export function readTempleToken(token: string, key: string, now: number): TempleLink {
  const [, year = '', month = '', day = '', signature = ''] =
    /^(\d{4})(\d{2})(\d{2})-([0-9a-f]{32})$/.exec(token) ?? []
  const expected = Buffer.from(sign(year + month + day, key))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unknown'
  // The whole of the last day, on whose clock it may be.
  const endsAt = Date.parse(`${year}-${month}-${day}`) + (openDays + 1) * dayMs
  return now < endsAt ? 'open' : 'ended'
}

export type TempleLink = 'open' | 'ended' | 'unknown'

/** 128 bits in letters and digits: programs that make links of plain text drop a dash at the end. */
function sign(day: string, key: string): string {
  return createHmac('sha256', key).update(`temple ${day}`).digest('hex').slice(0, 32)
}
