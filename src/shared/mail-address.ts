import punycode from 'punycode.js'
import { emailLimit } from './email-address'

const localPart = /^[\w'+=~-]+(?:\.[\w'+=~-]+)*$/
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const topLabel = /^[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/**
 * Matches a label with letters of one script. A Cyrillic "с" among Latin letters makes another domain,
 * such as `gmail.сom`, which a stranger may have registered (Unicode UTS 39, single script).
 */
const oneScript =
  /^(?:[\p{Script=Latin}\p{M}\p{N}-]+|[\p{Script=Cyrillic}\p{M}\p{N}-]+|[^\p{Script=Latin}\p{Script=Cyrillic}]+)$/u

/**
 * Returns the address as mail servers take it, with its domain in lower case and in ASCII, or null if no mail
 * can go there. It is stricter than RFC 5321. Quotes, comments, address literals and the characters of old
 * source routes (`!`, `%`, `/`, `|`), which Exim refuses by default, would only hide that two addresses are
 * one. Cyrillic before the `@` would need SMTPUTF8 (RFC 6531) on every server on the way.
 */
export function toMailAddress(address: string): string | null {
  const [local = '', domain = '', ...rest] = address.split('@')
  if (rest.length > 0 || address.length > emailLimit) return null
  // The local part has at most 64 characters (RFC 5321, 4.5.3.1.1).
  if (local.length > 64 || !localPart.test(local)) return null
  const written = toUnicode(domain)
  if (!written.split('.').every(each => oneScript.test(each))) return null
  const encoded = toAscii(written)
  // If a URL reads it differently, it is no punycode.
  if (encoded !== toAscii(domain)) return null
  const labels = encoded?.split('.') ?? []
  const isDomain = labels.length > 1 && labels.every(each => label.test(each))
  if (!isDomain || !topLabel.test(labels.at(-1) ?? '')) return null
  const ascii = `${local}@${labels.join('.')}`
  return ascii.length <= emailLimit ? ascii : null
}

/** Writes `приклад.укр` as `xn--80aikifvh.xn--j1amh`. */
function toAscii(domain: string): string | undefined {
  // A URL would take other characters for another part of it.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return undefined
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/** The way back, for an address in ASCII: `gmail.xn--om-nmc` is a look-alike as well. */
function toUnicode(domain: string): string {
  try {
    return punycode.toUnicode(domain.toLowerCase())
  } catch {
    return ''
  }
}
