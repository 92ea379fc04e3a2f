import { invisible } from './plain-text'

/** RFC 5321, 4.5.3.1.3: a path of 256 characters less its angle brackets. */
export const emailLimit = 254

/**
 * The address in what was typed or pasted, such as `mailto:olha@example.org` or
 * `Olha <olha@example.org>;`, without characters that nobody sees; full-width ones become plain. A
 * text without an address stays.
 */
export function cleanEmail(typed: string): string {
  // Cut first: a longer text is no address, and must not take long.
  const text = typed
    .slice(0, 2 * emailLimit)
    .normalize('NFKC')
    .replace(invisible, '')
    .trim()
  const [inner = ''] = text.slice(text.indexOf('<') + 1).split(/[>?]/)
  const address = trimPunctuation(inner.replace(/^\s*mailto:/i, ''))
  return looksLikeEmail(address) ? address : text
}

/** A loop: a pattern would take time that grows faster than the text. */
function trimPunctuation(text: string): string {
  const around = /[\s.,;:"'«»()]/
  let start = 0
  let end = text.length
  while (around.test(text.charAt(start))) start += 1
  while (around.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Something, `@`, something, dot, something, no spaces: a hint against typing errors, not a proof. */
const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Whether the form takes it as an email address. */
export function looksLikeEmail(text: string): boolean {
  return text.length <= emailLimit && emailPattern.test(text)
}
