import { createHash } from 'node:crypto'
import type { ReplyTarget } from '../db/replies'
import { findAnswered } from '../db/replies'
import type { Store } from '../db/store'
import type { EmailSettings } from '../emails/email-settings'
import type { UnclearReason } from '../emails/locales/en'
import { readAddresses, readReplyToken, readTag } from '../emails/reply-address'

/** What a mail's headers say, as far as it matters. Addresses are bare and in lower case. */
export type ReplyHeaders = ReturnType<typeof readHeaders>

/** So much of a mail is read to judge it; what its headers hold beyond is not looked at. */
export const headerBytes = 64 * 1024
const longestHeader = 8 * 1024
const addressHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to']

/** Reads the beginning of a mail. `place` names it where it has no Message-ID. */
export function readHeaders(beginning: Buffer, place: string) {
  const headers = splitHeaders(beginning.toString('latin1'))
  const read = (name: string) => (headers.get(name) ?? []).join(', ').slice(0, longestHeader)
  const authors = readAddresses(read('from'))
  const messageId = listMessageIds(read('message-id'))[0]
  const answered = listMessageIds(read('in-reply-to'))
  const references = listMessageIds(read('references'))
  const sender = authors.length === 1 ? (authors[0] ?? null) : null
  return {
    /** The same mail has the same id, however often it is read. */
    id: createHash('sha256')
      .update(messageId ?? place)
      .digest('base64url')
      .slice(0, 22),
    /** Its one author; null: none, or several, of whom any may be made up. */
    sender,
    /** Everybody it was addressed or delivered to. */
    recipients: readAddresses(addressHeaders.map(read).filter(Boolean).join(', ')),
    /** Message-IDs of the emails it answers, the closest first. */
    answersTo: [...answered, ...references.toReversed()].slice(0, 20),
    /** Message-IDs of its thread, the oldest first, its own last. */
    thread: [...references.slice(-8), ...(messageId ? [messageId] : [])],
    /** Sent by a program: holiday notices, bounces, lists, our own emails. */
    automatic: isAutomatic(read, sender ?? ''),
  }
}

/** Field names in lower case with their values, unfolded (RFC 5322, 2.2.3). */
function splitHeaders(source: string): Map<string, string[]> {
  const end = source.search(/\r?\n\r?\n/)
  const block = end === -1 ? source : source.slice(0, end)
  const headers = new Map<string, string[]>()
  for (const line of block.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()].slice(0, 20))
  }
  return headers
}

/** RFC 3834, and what older programs do instead. */
function isAutomatic(read: (name: string) => string, sender: string): boolean {
  const autoSubmitted = read('auto-submitted').toLowerCase()
  return (
    (autoSubmitted !== '' && autoSubmitted !== 'no') ||
    /\b(bulk|junk|list|auto_reply)\b/i.test(read('precedence')) ||
    read('list-id') !== '' ||
    read('x-autoreply') !== '' ||
    read('return-path') === '<>' ||
    /^(mailer-daemon|postmaster|no-?reply)@/i.test(sender)
  )
}

function listMessageIds(header: string): string[] {
  return header.match(/<[^<>\s]{1,250}>/g) ?? []
}

/** Whose replies count in our mailbox. Addresses in lower case. */
export type MailboxRules = ReturnType<typeof readMailboxRules>

export function readMailboxRules(
  mail: Pick<EmailSettings, 'templeEmail' | 'from'>,
  replyKey: string,
) {
  const temple = readAddresses(mail.templeEmail)
  const own = readAddresses(mail.from)
  return {
    /** Signed tags are read with it. */
    replyKey,
    /** Who may reply: the addresses that get the notices. */
    temple,
    /** The temple's own mailbox is read: other mail in it is none of our business. */
    shared: own.some(address => temple.includes(address)),
  }
}

/** What the headers alone say of a mail. */
export type Judgement =
  | { kind: 'ignore' }
  /** It is answered with one sentence, unread. */
  | { kind: 'refuse'; reason: UnclearReason; target: ReplyTarget | null }
  | { kind: 'read'; target: ReplyTarget }

/** Whether a mail is a reply of the temple, before anything of it but its headers is read. */
export async function judgeHeaders(
  { db }: Store,
  rules: MailboxRules,
  headers: ReplyHeaders,
): Promise<Judgement> {
  const { sender, automatic } = headers
  if (automatic || sender === null) return { kind: 'ignore' }
  const isTemple = rules.temple.includes(sender)
  const tagged = readTarget(rules, headers)
  // A stranger gets no answer: the address may be that of somebody else.
  if (!isTemple) return tagged ? refusal('unknown-sender', tagged) : { kind: 'ignore' }
  const target = tagged ?? (await findAnswered(db, headers.answersTo))
  if (target) return { kind: 'read', target }
  return rules.shared ? { kind: 'ignore' } : refusal('not-a-reply', null)
}

const refusal = (reason: UnclearReason, target: ReplyTarget | null): Judgement => ({
  kind: 'refuse',
  reason,
  target,
})

function readTarget({ replyKey }: MailboxRules, headers: ReplyHeaders): ReplyTarget | null {
  for (const recipient of headers.recipients) {
    const target = readReplyToken(readTag(recipient) ?? '', replyKey)
    if (target) return target
  }
  return null
}
