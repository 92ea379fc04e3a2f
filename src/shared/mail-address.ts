import punycode from 'punycode.js'
import { emailLimit } from './email-address'

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
  const written = toUnicode(domain)
  if (!written.split('.').every(each => oneScript.test(each))) return null
  const encoded = toAscii(written)
  // What a URL would read in another way is no punycode.
  if (encoded !== toAscii(domain)) return null
  const labels = encoded?.split('.') ?? []
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

/** The way back, for an address in ASCII: `gmail.xn--om-nmc` is a look-alike as well. */
function toUnicode(domain: string): string {
  try {
    return punycode.toUnicode(domain.toLowerCase())
  } catch {
    return ''
  }
}
