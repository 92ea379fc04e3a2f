import { createHash } from 'node:crypto'
import { findAnswered, type ReplyTarget } from '../db/replies'
import type { Store } from '../db/store'
import type { EmailSettings } from '../emails/layout'
import type { UnclearReason } from '../emails/locales/en'
import { readAddresses, readReplyAddress } from '../emails/reply-address'

/** Addresses are bare and in lower case. */
export type ReplyHeaders = ReturnType<typeof readHeaders>

/** imapflow's `envelope` has no bound and breaks on large headers. */
export const headerBytes = 64 * 1024
/** Addresses take longest to parse. */
const maxAddresses = 2 * 1024
/** The servers' own come first: they name the address with the tag. */
const addressHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc']

/** `place` identifies a mail without a Message-ID. */
export function readHeaders(block: Buffer, place: string) {
  const fields = listFields(block)
  const list = (name: string) => fields.get(name) ?? []
  const read = (name: string) => list(name).join(', ')
  const from = read('from')
  const authors = from.length > maxAddresses ? [] : readAddresses(from)
  const recipients = addressHeaders.map(read).filter(Boolean).join(', ')
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
    /** Its one author; null: none or several, which may be forged. */
    sender,
    /** Authentication results (RFC 8601), the last server first. */
    authentication: list('authentication-results'),
    recipients: readAddresses(recipients.slice(0, maxAddresses)),
    /** Message-IDs of the emails it answers, the closest first. */
    answersTo: [...answered, ...references.toReversed()].slice(0, 20),
    /** Message-IDs of its thread, the oldest first, its own last. */
    thread: [...references.slice(-8), ...(messageId ? [messageId] : [])],
    /** Sent by a program: holiday notices, bounces, lists, our own emails. */
    automatic: isAutomatic(read, sender ?? ''),
  }
}

/** The values by field name, in lower case, in their order. */
function listFields(block: Buffer): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  // Folded lines (RFC 5322, 2.2.3).
  const unfolded = block.toString('latin1').replace(/\r?\n(?=[ \t])/g, '')
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    const values = fields.get(name) ?? []
    values.push(line.slice(colon + 1).trim())
    fields.set(name, values)
  }
  return fields
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

export type MailboxRules = ReturnType<typeof readMailboxRules>

export function readMailboxRules(
  mail: Pick<EmailSettings, 'templeEmail' | 'from'>,
  replyKey: string,
  imapUrl: string,
) {
  const temple = readAddresses(mail.templeEmail)
  const own = readAddresses(mail.from)
  return {
    replyKey,
    temple,
    /** The temple's own mailbox is read: other mail in it is left alone. */
    shared: own.some(address => temple.includes(address)),
    /** The mail server whose `dmarc=pass` is required; null: none. */
    authServer: new URL(imapUrl).searchParams.get('authServer'),
  }
}

/** With a `reason` it is answered with one sentence, unread. */
export type Judgement =
  | { reason: null; target: ReplyTarget }
  | { reason: UnclearReason; target: ReplyTarget | null }

/** Decides by the headers alone. null: not answered. */
export async function judgeHeaders(
  { db }: Store,
  rules: MailboxRules,
  headers: ReplyHeaders,
): Promise<Judgement | null> {
  const { sender, automatic } = headers
  if (automatic || sender === null) return null
  const isTemple = rules.temple.includes(sender) && isAuthentic(rules, headers)
  const tagged = readTarget(rules, headers)
  // A stranger without a tag gets no answer: the address may be somebody else's.
  if (!isTemple) return tagged && { reason: 'unknown-sender', target: tagged }
  const target = tagged ?? (await findAnswered(db, headers.answersTo))
  if (target) return { reason: null, target }
  return rules.shared ? null : { reason: 'not-a-reply', target: null }
}

/** Which mail server an `Authentication-Results` header is from (RFC 8601, 2.2). */
export function authServerOf(results: string): string {
  return results.split(/[\s;]/)[0] ?? ''
}

/** Our mail server's results come before any that the sender forged. */
function isAuthentic({ authServer }: MailboxRules, { authentication }: ReplyHeaders): boolean {
  if (authServer === null) return true
  const own = authentication.find(results => authServerOf(results) === authServer)
  // Without quoted text and comments, which hold what the sender chose.
  const plain = own?.replace(/\\./g, '').replace(/"[^"]*"?|\([^()]*\)/g, '') ?? ''
  const [results = ''] = plain.split('(')
  return /;\s*dmarc\s?=\s?pass\b/i.test(results)
}

function readTarget({ replyKey }: MailboxRules, headers: ReplyHeaders): ReplyTarget | null {
  for (const recipient of headers.recipients) {
    const target = readReplyAddress(recipient, replyKey)
    if (target) return target
  }
  return null
}
