import { createHash } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { readWatermark, setWatermark } from '../db/watermarks'
import type { LightingServices } from '../orders/light-candle'
import type { Services } from '../services'
import { openMailbox } from './open-mailbox'
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

/** How far back a mailbox is read when we see it for the first time. */
const firstLookMs = 14 * 86_400_000
/** A look ends after so long, and the next goes on: the lease on the mailbox outlasts it. */
const longestLookMs = 3 * 60_000

/**
 * One look into the mailbox: every mail that came since the last look is judged by its headers, and
 * replies of the temple are taken, once and in order. Nothing is moved or deleted; a reply that was
 * taken is marked as read and answered. How far we read is noted per account, folder and UIDVALIDITY
 * (RFC 9051, 2.3.1.1), which is unique within its account only.
 */
export async function readMailbox(
  services: MailboxServices,
  imapUrl: string,
  replyKey: string,
): Promise<ReplyCounts> {
  const rules = readMailboxRules(services.emailSettings, replyKey)
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

interface Look {
  services: MailboxServices
  rules: MailboxRules
  client: ImapFlow
  place: `mailbox:${string}`
}

async function readNewMails(look: Look): Promise<ReplyCounts> {
  const { services, client, place } = look
  const { db } = services.store
  const counts: ReplyCounts = { taken: 0, asked: 0, ignored: 0, repeated: 0, busy: 0 }
  const seenUntil = (await readWatermark(db, place)) ?? 0
  const endAt = Date.now() + longestLookMs
  for (const uid of await listNewUids(client, seenUntil, services.now())) {
    const outcome = await takeMail(look, uid)
    counts[outcome] += 1
    // Whoever is at it may fail: it is looked at again, and with it what came after it.
    if (outcome === 'busy') break
    await setWatermark(db, place, uid)
    if (Date.now() > endAt) break
  }
  return counts
}

/** `N:*` always names the newest mail, even one below N (RFC 9051, 9), hence the second look. */
async function listNewUids(client: ImapFlow, seenUntil: number, now: number): Promise<number[]> {
  const since = new Date(now - firstLookMs)
  const uids = await client.search({ uid: `${seenUntil + 1}:*`, since }, { uid: true })
  return (uids || []).filter(uid => uid > seenUntil).sort((one, other) => one - other)
}

async function takeMail(
  { services, rules, client, place }: Look,
  uid: number,
): Promise<ReplyOutcome> {
  const query = { internalDate: true, source: { maxLength: headerBytes } }
  const found = (await client.fetchOne(`${uid}`, query, { uid: true })) || null
  if (!found?.source) return 'ignored'
  const headers = readHeaders(found.source, `${place}:${uid}`)
  const judgement = await judgeHeaders(services.store, rules, headers)
  if (judgement.kind === 'ignore') return 'ignored'
  // A string where the mailbox gave no date that can be read.
  const arrival = found.internalDate
  const outcome = await takeReply(services, rules, {
    headers,
    judgement,
    receivedAt: arrival instanceof Date ? arrival.getTime() : services.now(),
    readContent: () => readReply(client, uid),
  })
  services.log.info({ outcome, uid }, 'a mail in the mailbox was dealt with')
  if (outcome === 'taken')
    await client.messageFlagsAdd(`${uid}`, ['\\Seen', '\\Answered'], { uid: true })
  return outcome
}
