import type { FastifyBaseLogger } from 'fastify'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { readWatermark, setWatermark } from '../db/watermarks'
import type { LightingServices } from './light-candle'
import type { MailboxRules } from './mailbox-rules'
import { largestMailBytes, openMailbox } from './open-mailbox'
import { parseAnswerMail } from './parse-answer-mail'
import { type AnswerOutcome, takeAnswer } from './take-answer'

export interface MailboxReading {
  imapUrl: string
  rules: MailboxRules
  services: LightingServices
  log: FastifyBaseLogger
}

export type AnswerCounts = Record<AnswerOutcome, number>

const dayMs = 86_400_000
/** How far back a mailbox is read when we see it for the first time. */
const firstLookMs = 14 * dayMs
const beginningBytes = 64 * 1024

/**
 * One look into the mailbox: every mail that came since the last look is taken once, in order.
 * Nothing is moved or deleted; an answer that was taken is marked as read and answered. How far
 * we read is noted per mailbox and its UIDVALIDITY (RFC 9051, 2.3.1.1).
 */
export async function readMailbox(reading: MailboxReading): Promise<AnswerCounts> {
  const { client, folder } = openMailbox(reading.imapUrl)
  await client.connect()
  try {
    const { uidValidity } = await client.mailboxOpen(folder)
    return await readNewMails(reading, client, `mailbox:${folder}:${uidValidity}`)
  } finally {
    await leave(client)
  }
}

async function readNewMails(
  reading: MailboxReading,
  client: ImapFlow,
  place: `mailbox:${string}`,
): Promise<AnswerCounts> {
  const { db } = reading.services.store
  const counts: AnswerCounts = { lit: 0, refused: 0, ignored: 0, repeated: 0 }
  const seenUntil = (await readWatermark(db, place)) ?? 0
  for (const uid of await listNewUids(client, seenUntil, reading.services.now())) {
    const outcome = await takeMail(reading, client, place, uid)
    if (outcome) counts[outcome] += 1
    await setWatermark(db, place, uid)
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
  reading: MailboxReading,
  client: ImapFlow,
  place: string,
  uid: number,
): Promise<AnswerOutcome | null> {
  const found = await client.fetchOne(`${uid}`, { size: true, internalDate: true }, { uid: true })
  if (!found) return null
  const cutOff = (found.size ?? 0) > largestMailBytes
  const source = await fetchSource(client, uid, cutOff ? beginningBytes : largestMailBytes)
  if (!source) return null
  const mail = await parseAnswerMail({
    source,
    cutOff,
    receivedAt: readArrival(found, reading.services.now()),
    place: `${place}:${uid}`,
  })
  const outcome = mail ? await takeAnswer(reading.services, reading.rules, mail) : 'ignored'
  reading.log.info({ outcome, uid }, 'a mail in the mailbox was dealt with')
  if (outcome === 'lit')
    await client.messageFlagsAdd(`${uid}`, ['\\Seen', '\\Answered'], { uid: true })
  return outcome
}

async function fetchSource(client: ImapFlow, uid: number, maxLength: number) {
  const found = await client.fetchOne(`${uid}`, { source: { maxLength } }, { uid: true })
  return found ? found.source : undefined
}

function readArrival(found: FetchMessageObject, now: number): number {
  const arrival = new Date(found.internalDate ?? now).getTime()
  return Number.isNaN(arrival) ? now : arrival
}

async function leave(client: ImapFlow): Promise<void> {
  try {
    await client.logout()
  } catch {
    client.close()
  }
}
