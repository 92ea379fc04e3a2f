import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../../shared/durations'

/** A link opens the page until so many days after the day that it is signed with. */
const openDays = 14

/**
 * The path of the temple's page in a stored email, at an order if a code is given. It opens nothing until
 * `signLinks` completes it when the email is sent.
 */
export function templePath(code?: string): string {
  return code === undefined ? '/temple/link' : `/temple/link?at=${code}`
}

/** A visitor's text cannot match this, because it has a non-joiner after each slash (html.ts). */
const unsigned = /\/temple\/link(?![\w-])/g

/** Signs every `templePath` in a text with the day of `now`. */
export function signLinks(text: string, key: string, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return text.replace(unsigned, `/temple/${day}-${sign(day, key)}`)
}

/** A link has `ended` two weeks after its email, and is `unknown` if it is not signed with this key. */
export function readTempleToken(token: string, key: string, now: number): TempleLink {
  const [, year = '', month = '', day = '', signature = ''] =
    /^(\d{4})(\d{2})(\d{2})-([0-9a-f]{32})$/.exec(token) ?? []
  const expected = Buffer.from(sign(year + month + day, key))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unknown'
  // The link holds for all of its last day, in any time zone.
  const endsAt = Date.parse(`${year}-${month}-${day}`) + (openDays + 1) * dayMs
  return now < endsAt ? 'open' : 'ended'
}

export type TempleLink = 'open' | 'ended' | 'unknown'

/** Signs a day with 128 bits in letters and digits. Mail programs would drop a dash at the end of a link. */
function sign(day: string, key: string): string {
  return createHmac('sha256', key).update(`temple ${day}`).digest('hex').slice(0, 32)
}
