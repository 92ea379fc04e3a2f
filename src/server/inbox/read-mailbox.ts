import { createHash } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { isLoopback } from '../config/environment'
import { readWatermark, setWatermark } from '../db/watermarks'
import type { LightingServices } from '../orders/light-candle'
import type { Services } from '../services'
import { readReply } from './read-reply'
import {
  headerBytes,
  judgeHeaders,
  type MailboxRules,
  readHeaders,
  readMailboxRules,
} from './reply-headers'
import { type ReplyOutcome, takeReply } from './take-reply'

type MailboxServices = LightingServices & Pick<Services, 'log'>

export type ReplyCounts = Record<ReplyOutcome, number>

/** How far back a new mailbox is read. */
const firstReadMs = 14 * 86_400_000
/** Well within the lease; the next check continues. */
const maxReadMs = 3 * 60_000
/** Mails are read in pieces, none larger than this. */
const maxPieceBytes = 1024 * 1024

/**
 * Takes the temple's new replies, each once and in order. Nothing is moved or deleted; a taken reply
 * is flagged as read and answered. Progress is stored per UIDVALIDITY (RFC 9051, 2.3.1.1).
 */
export async function readMailbox(
  services: MailboxServices,
  imapUrl: string,
  replyKey: string,
): Promise<ReplyCounts> {
  const rules = readMailboxRules(services.emailSettings, replyKey, imapUrl)
  const { client, folder } = await openMailbox(imapUrl)
  await client.connect()
  try {
    const { uidValidity } = await client.mailboxOpen(folder)
    const { username, hostname } = new URL(imapUrl)
    const account = createHash('sha256').update(`${username}@${hostname}`).digest('base64url')
    const place = `mailbox:${account}:${folder}:${uidValidity}` as const
    return await readNewMails({ services, rules, client, place })
  } finally {
    await client.logout().catch(() => client.close())
  }
}

/**
 * A mailbox to connect to, from an address such as `imaps://user:password@host:993/INBOX`. Over a
 * network `imap:` must be upgraded by STARTTLS, unless the address ends with `?ignoreTLS=true`.
 */
export async function openMailbox(imapUrl: string): Promise<{ client: ImapFlow; folder: string }> {
  // Loaded on demand: most servers have no mailbox.
  const { ImapFlow } = await import('imapflow')
  const url = new URL(imapUrl)
  const secure = url.protocol === 'imaps:'
  const mayBePlain = isLoopback(url.hostname) || url.searchParams.get('ignoreTLS') === 'true'
  const client = new ImapFlow({
    host: url.hostname,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    ...(!secure && !mayBePlain && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    maxLiteralSize: maxPieceBytes,
    maxLineLength: maxPieceBytes,
    maxResponseSize: 2 * maxPieceBytes,
  })
  // A broken connection rejects the command; an error event without a listener ends the process.
  client.on('error', () => {})
  return { client, folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX' }
}

interface Check {
  services: MailboxServices
  rules: MailboxRules
  client: ImapFlow
  place: `mailbox:${string}`
}

async function readNewMails(check: Check): Promise<ReplyCounts> {
  const { services, client, place } = check
  const { db } = services.store
  const counts: ReplyCounts = { taken: 0, asked: 0, ignored: 0, repeated: 0 }
  const seenUntil = (await readWatermark(db, place)) ?? 0
  const endAt = Date.now() + maxReadMs
  for (const uid of await listNewUids(client, seenUntil, services.now())) {
    const outcome = await takeMail(check, uid)
    counts[outcome] += 1
    await setWatermark(db, place, uid)
    if (Date.now() > endAt) break
  }
  return counts
}

/** `N:*` includes the newest mail even below N (RFC 9051, 9), hence the filter. */
async function listNewUids(client: ImapFlow, seenUntil: number, now: number): Promise<number[]> {
  const since = seenUntil === 0 && { since: new Date(now - firstReadMs) }
  const uids = await client.search({ uid: `${seenUntil + 1}:*`, ...since }, { uid: true })
  return (uids || []).filter(uid => uid > seenUntil).sort((one, other) => one - other)
}

async function takeMail(
  { services, rules, client, place }: Check,
  uid: number,
): Promise<ReplyOutcome> {
  const bodyParts = [{ key: 'header', maxLength: headerBytes }]
  const query = { internalDate: true, bodyParts }
  const found = (await client.fetchOne(`${uid}`, query, { uid: true })) || null
  if (!found?.headers) return 'ignored'
  const headers = readHeaders(found.headers, `${place}:${uid}`)
  const judgement = await judgeHeaders(services.store, rules, headers)
  if (!judgement) return 'ignored'
  // A string if it cannot be parsed.
  const arrival = found.internalDate
  const outcome = await takeReply(services, {
    headers,
    judgement,
    receivedAt: arrival instanceof Date ? arrival.getTime() : services.now(),
    readContent: () => readReply(client, uid),
  })
  services.log.info({ outcome, uid }, 'a mail was processed')
  if (outcome === 'taken')
    await client.messageFlagsAdd(`${uid}`, ['\\Seen', '\\Answered'], { uid: true })
  return outcome
}
