import { createHmac, timingSafeEqual } from 'node:crypto'
import addressParser from 'nodemailer/lib/addressparser'
import type { ReplyTarget } from '../db/replies'

/**
 * The address with a signed tag for answers: `name+tag@host` (subaddressing, RFC 5233). null: no mailbox
 * is configured.
 */
export function replyAddress(
  { from, replyKey }: { from: string; replyKey: string | null },
  { kind, code }: ReplyTarget,
): string | null {
  const [address] = readAddresses(from)
  if (replyKey === null || !address) return null
  const subject = `${kind === 'digest' ? 'list' : ''}${code.replace('-', '').toLowerCase()}`
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${subject}-${sign(subject, replyKey)}${address.slice(at)}`
}

/** What a mail to this address, in lower case, is about; null: it has no tag signed with our key. */
export function readReplyAddress(address: string, key: string): ReplyTarget | null {
  const match = /\+(list)?([a-z0-9]{8})-([0-9a-f]{24})@[^@]+$/.exec(address)
  const [, list = '', plain = '', signature = ''] = match ?? []
  const expected = Buffer.from(sign(list + plain, key))
  if (!match || !timingSafeEqual(Buffer.from(signature), expected)) return null
  const code = `${plain.slice(0, 4)}-${plain.slice(4)}`.toUpperCase()
  return { kind: list ? 'digest' : 'order', code }
}

function sign(subject: string, key: string): string {
  return createHmac('sha256', key).update(subject).digest('hex').slice(0, 24)
}

/** `Svichka <A@b.org>, c@d.org` → `a@b.org`, `c@d.org`. */
export function readAddresses(header: string): string[] {
  return addressParser(header, { flatten: true })
    .map(entry => entry.address.toLowerCase())
    .filter(address => address !== '')
}
