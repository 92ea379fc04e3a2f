import { invisible } from './plain-text'

/** RFC 5321, 4.5.3.1.3: a path of 256 characters less its angle brackets. */
const emailLimit = 254

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

const localPart = /^[\w'+=~-]+(?:\.[\w'+=~-]+)*$/
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const topLabel = /^[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/**
 * A label of letters of one script. A Cyrillic "с" among Latin letters makes another domain, which a
 * stranger may have registered: `gmail.сom` (Unicode UTS 39, single script).
 */
const oneScript =
  /^(?:[\p{Script=Latin}\p{M}\p{N}-]+|[\p{Script=Cyrillic}\p{M}\p{N}-]+|[^\p{Script=Latin}\p{Script=Cyrillic}]+)$/u

/**
 * The same address as mail servers take it, its domain in lower case and in ASCII; null: mail cannot
 * go there. Stricter than RFC 5321: quotes, comments, address literals and the characters of old
 * source routes (`!`, `%`, `/`, `|`), which Exim refuses by default, have no use but to hide that two
 * addresses are one. Cyrillic before the `@` would need SMTPUTF8 (RFC 6531) on every server on the way.
 */
export function toMailAddress(address: string): string | null {
  const [local = '', domain = '', ...rest] = address.split('@')
  if (rest.length > 0 || address.length > emailLimit) return null
  // RFC 5321, 4.5.3.1.1.
  if (local.length > 64 || !localPart.test(local)) return null
  if (!domain.split('.').every(each => oneScript.test(each))) return null
  const labels = toAscii(domain)?.split('.') ?? []
  const isDomain = labels.length > 1 && labels.every(each => label.test(each))
  if (!isDomain || !topLabel.test(labels.at(-1) ?? '')) return null
  const ascii = `${local}@${labels.join('.')}`
  return ascii.length <= emailLimit ? ascii : null
}

/** `приклад.укр` as `xn--80aikifvh.xn--j1amh`. */
function toAscii(domain: string): string | undefined {
  // Nothing that a URL would read as another part of it.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return undefined
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}
