import { createHmac, timingSafeEqual } from 'node:crypto'
import addressParser from 'nodemailer/lib/addressparser'
import type { EmailSettings } from './email'

/** Where the temple's reply to a notice goes; null: nobody reads that mailbox. */
export function replyAddress({ from, replyKey }: EmailSettings, orderCode: string): string | null {
  const [address] = readAddresses(from)
  if (replyKey === null || !address) return null
  return tagAddress(address, signReplyToken(orderCode, replyKey))
}

/** The bare addresses of a header value such as `Svichka <a@b.org>, c@d.org`, in lower case. */
export function readAddresses(header: string): string[] {
  return addressParser(header, { flatten: true })
    .map(entry => entry.address.toLowerCase())
    .filter(address => address !== '')
}

/**
 * The tag of a Reply-To address: the order's code and a signature over it, in lower case letters
 * and digits only, because some email programs change the case of an address.
 */
export function signReplyToken(orderCode: string, key: string): string {
  const code = orderCode.replace('-', '').toLowerCase()
  return `${code}-${sign(code, key)}`
}

/** The order's code that a tag stands for; null unless it was signed with our key. */
export function readReplyToken(token: string, key: string): string | null {
  const match = /^([a-z0-9]{8})-([0-9a-f]{24})$/.exec(token.toLowerCase())
  const [, code, signature] = match ?? []
  if (!code || !signature) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(code, key)))) return null
  return `${code.slice(0, 4)}-${code.slice(4)}`.toUpperCase()
}

/** `name@host` with a tag: `name+tag@host` (subaddressing, RFC 5233). */
export function tagAddress(address: string, tag: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`
}

/** The tag of an address, or null if it has none. */
export function readTag(address: string): string | null {
  return /\+([^+@]+)@[^@]+$/.exec(address)?.[1] ?? null
}

function sign(code: string, key: string): string {
  return createHmac('sha256', key).update(code).digest('hex').slice(0, 24)
}
