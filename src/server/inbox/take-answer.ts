import { createHmac } from 'node:crypto'
import { insertLetters } from '../db/letters'
import {
  countRefusals,
  findNoticeCode,
  finishReply,
  insertReply,
  wasReplyRead,
} from '../db/replies'
import { inTransaction, type Queryable } from '../db/store'
import type { RefusalReason } from '../emails/locales/texts'
import { readReplyToken, readTag } from '../emails/reply-address'
import { refusalEmail } from '../emails/write-emails'
import type { AnswerMail } from './answer-mail'
import { type LightingServices, lightCandle } from './light-candle'
import type { MailboxRules } from './mailbox-rules'
import { type PreparedPhoto, preparePhoto } from './prepare-photo'

/** `ignored`: left as it is, without a word. `repeated`: it was dealt with before. */
export type AnswerOutcome = 'lit' | 'refused' | 'ignored' | 'repeated'

const dayMs = 86_400_000
/** A mail older than this when we first see it is not answered: its sender has moved on. */
const freshMs = 2 * dayMs
const refusalsPerSender = 3
const refusalsPerDay = 100

type Verdict =
  | { kind: 'light'; code: string; photo: Buffer | null }
  | { kind: 'refuse'; reason: RefusalReason }
  | { kind: 'ignore' }

/** A mail came to our mailbox: the temple's answer lights the candle, anything else is refused. */
export async function takeAnswer(
  services: LightingServices,
  rules: MailboxRules,
  mail: AnswerMail,
): Promise<AnswerOutcome> {
  const { store } = services
  if (await wasReplyRead(store.db, mail.id)) return 'repeated'
  const verdict = await judge(services, rules, mail)
  if (verdict.kind === 'ignore') return 'ignored'
  const senderHash = hashSender(rules, mail.sender)
  return inTransaction(store, async trx => {
    const first = await insertReply(trx, { id: mail.id, senderHash, now: services.now() })
    if (!first) return 'repeated'
    if (verdict.kind === 'refuse') return refuse(services, trx, mail, senderHash, verdict.reason)
    const lighting = { code: verdict.code, photo: verdict.photo, by: 'answer' as const }
    const outcome = await lightCandle(services, trx, lighting)
    if (outcome.kind !== 'lit') return refuse(services, trx, mail, senderHash, outcome.kind)
    await finishReply(trx, mail.id, 'lit', outcome.order.id)
    return 'lit'
  })
}

async function judge(
  { store }: LightingServices,
  rules: MailboxRules,
  mail: AnswerMail,
): Promise<Verdict> {
  if (mail.automatic || mail.sender === '') return { kind: 'ignore' }
  const code = readTaggedCode(rules, mail) ?? (await findNoticeCode(store.db, mail.answersTo))
  if (code === null)
    return rules.shared ? { kind: 'ignore' } : { kind: 'refuse', reason: 'not-an-answer' }
  if (!rules.temple.includes(mail.sender)) return { kind: 'refuse', reason: 'unknown-sender' }
  if (mail.cutOff) return { kind: 'refuse', reason: 'photo-too-large' }
  const photo: PreparedPhoto | null = mail.picture && (await preparePhoto(mail.picture))
  if (photo && photo.kind !== 'ready') return { kind: 'refuse', reason: photo.kind }
  return { kind: 'light', code, photo: photo?.jpeg ?? null }
}

function readTaggedCode({ replyKey }: MailboxRules, mail: AnswerMail): string | null {
  for (const recipient of mail.recipients) {
    const code = readReplyToken(readTag(recipient) ?? '', replyKey)
    if (code) return code
  }
  return null
}

/** One sentence back, unless the mail is old or too many were sent: nobody is to be flooded. */
async function refuse(
  services: LightingServices,
  trx: Queryable,
  mail: AnswerMail,
  senderHash: string,
  reason: RefusalReason,
): Promise<AnswerOutcome> {
  const now = services.now()
  const silent =
    mail.receivedAt < now - freshMs ||
    (await countRefusals(trx, now - dayMs, senderHash)) >= refusalsPerSender ||
    (await countRefusals(trx, now - dayMs)) >= refusalsPerDay
  await finishReply(trx, mail.id, silent ? `silent:${reason}` : `refused:${reason}`, null)
  if (silent) return 'ignored'
  const email = refusalEmail(services.emailSettings, mail, reason)
  await insertLetters(trx, [email], now, services.mailDomain)
  return 'refused'
}

function hashSender({ replyKey }: MailboxRules, sender: string): string {
  return createHmac('sha256', replyKey).update(sender).digest('base64url').slice(0, 22)
}
