import { invisible } from './plain-text'

/** A path has 256 characters with its angle brackets (RFC 5321, 4.5.3.1.3). */
export const emailLimit = 254

/**
 * Finds the address in a typed or pasted text, such as `mailto:olha@example.org` or `Olha
 * <olha@example.org>;`. Invisible characters are dropped and full-width ones become plain. A text without
 * an address stays as it is.
 */
export function cleanEmail(typed: string): string {
  // A longer text is no address, so it is cut before it takes time.
  const text = typed
    .slice(0, 2 * emailLimit)
    .normalize('NFKC')
    .replace(invisible, '')
    .trim()
  const [inner = ''] = text.slice(text.indexOf('<') + 1).split(/[>?]/)
  const address = trimPunctuation(inner.replace(/^\s*mailto:/i, ''))
  return looksLikeEmail(address) ? address : text
}

/** Trims by a loop, because the time of a pattern would grow faster than the text. */
function trimPunctuation(text: string): string {
  const around = /[\s.,;:"'«»()]/
  let start = 0
  let end = text.length
  while (around.test(text.charAt(start))) start += 1
  while (around.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/**
 * Matches something, `@`, something, a dot, something, and no spaces. This finds typing errors and proves
 * nothing.
 */
const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Returns whether the form accepts a text as an email address. */
export function looksLikeEmail(text: string): boolean {
  return text.length <= emailLimit && emailPattern.test(text)
}
