import { createHmac, timingSafeEqual } from 'node:crypto'
import addressParser from 'nodemailer/lib/addressparser'
import type { ReplyTarget } from '../db/replies'

/** null: no mailbox is configured. */
export function replyAddress(
  { from, replyKey }: { from: string; replyKey: string | null },
  target: ReplyTarget,
): string | null {
  const [address] = readAddresses(from)
  if (replyKey === null || !address) return null
  return tagAddress(address, signReplyToken(target, replyKey))
}

/** `Svichka <A@b.org>, c@d.org` → `a@b.org`, `c@d.org`. */
export function readAddresses(header: string): string[] {
  return addressParser(header, { flatten: true })
    .map(entry => entry.address.toLowerCase())
    .filter(address => address !== '')
}

/** The signed tag of a Reply-To address, in lower case: some mail programs change the case. */
export function signReplyToken({ kind, code }: ReplyTarget, key: string): string {
  const subject = `${kind === 'digest' ? 'list' : ''}${code.replace('-', '').toLowerCase()}`
  return `${subject}-${sign(subject, key)}`
}

/** null: not signed with our key. */
export function readReplyToken(token: string, key: string): ReplyTarget | null {
  const match = /^(list)?([a-z0-9]{8})-([0-9a-f]{24})$/.exec(token.toLowerCase())
  const [, list = '', plain = '', signature = ''] = match ?? []
  const expected = Buffer.from(sign(list + plain, key))
  if (!match || !timingSafeEqual(Buffer.from(signature), expected)) return null
  const code = `${plain.slice(0, 4)}-${plain.slice(4)}`.toUpperCase()
  return { kind: list ? 'digest' : 'order', code }
}

/** `name@host` with a tag: `name+tag@host` (subaddressing, RFC 5233). */
export function tagAddress(address: string, tag: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`
}

export function readTag(address: string): string | null {
  return /\+([^+@]+)@[^@]+$/.exec(address)?.[1] ?? null
}

function sign(subject: string, key: string): string {
  return createHmac('sha256', key).update(subject).digest('hex').slice(0, 24)
}
