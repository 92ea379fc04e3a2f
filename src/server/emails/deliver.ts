import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import * as v from 'valibot'
import { hasSentSince, storeAttempt } from '../db/emails'
import { isStoreFailure } from '../db/failures'
import { findLinkKey } from '../db/link-key'
import { listPhotos } from '../db/photos'
import { type EmailKind, isToDonor, type StoredEmail } from '../db/schema'
import type { Store } from '../db/store'
import { photoCid } from './layout'
import { drawQrCodes } from './qr-code'
import { signLinks } from './temple-link'
import type { Transport } from './transports'

export interface Delivery {
  store: Store
  transport: Transport
  from: string
  log: FastifyBaseLogger
  now(): number
}

/** `unreachable`: no mail server answered. */
export type DeliveryResult = 'sent' | 'failed' | 'unreachable'

/** The caller has claimed the email. */
export async function deliver(delivery: Delivery, email: StoredEmail): Promise<DeliveryResult> {
  const { store, transport, from, now } = delivery
  const photos = email.photoSetId ? await listPhotos(store.db, email.photoSetId) : []
  try {
    await transport.send(compose(await complete(delivery, email), from, photos), fileName(email))
  } catch (error) {
    return storeFailure(delivery, email, error)
  }
  await storeResult(delivery, email, { state: 'sent', sentAt: now(), lastError: null })
  return 'sent'
}

/** With its links to the temple's page signed: a stored email opens nothing. */
async function complete({ store }: Delivery, email: StoredEmail): Promise<StoredEmail> {
  if (isToDonor(email)) return email
  const key = await findLinkKey(store.db)
  if (key === null) return email
  return {
    ...email,
    htmlBody: signLinks(email.htmlBody, key),
    textBody: signLinks(email.textBody, key),
    sheetHtml: email.sheetHtml && drawQrCodes(signLinks(email.sheetHtml, key)),
  }
}

/** Shorter than a claim: after it, another process would send the email again. */
const storeResultWithinMs = 30_000

async function storeResult(
  { store }: Delivery,
  email: StoredEmail,
  result: Partial<StoredEmail>,
): Promise<void> {
  const endsAt = Date.now() + storeResultWithinMs
  for (;;) {
    try {
      return await storeAttempt(store.db, email, { attempts: email.attempts, ...result })
    } catch (error) {
      if (!isStoreFailure(error) || Date.now() > endsAt) throw error
      await pause(200)
    }
  }
}

async function storeFailure(
  delivery: Delivery,
  email: StoredEmail,
  error: unknown,
): Promise<DeliveryResult> {
  const { log, now } = delivery
  const { isFinal, isUnreachable, message, remaining, ...refusal } = readFailure(error, email.kind)
  if (await isToBeTakenApart(delivery, email, refusal)) {
    await storeResult(delivery, email, { state: 'refused', lastError: message })
    log.warn({ email: email.id, failure: message }, 'a digest was refused: it is taken apart')
    return 'failed'
  }
  const runAt = isFinal ? null : findRetryTime(email.attempts, now())
  await storeResult(delivery, email, {
    lastError: message,
    ...(runAt === null ? { state: 'failed' } : { runAt }),
    ...(remaining && { recipient: remaining.join(', '), sentAt: now() }),
  })
  const details = { email: email.id, kind: email.kind, failure: message }
  if (runAt === null) log.error(details, 'an email failed permanently')
  else log.warn(details, 'an email was not delivered: it will be retried')
  return isUnreachable ? 'unreachable' : 'failed'
}

/**
 * Whether a digest's orders should go out in smaller ones (orders/notify-temple.ts): it is too large, or
 * something in it is refused while other emails are accepted. Not once one address of the temple has it.
 */
async function isToBeTakenApart(
  { store }: Delivery,
  { kind, sentAt, createdAt }: StoredEmail,
  { isTooLarge, isContentRefused }: { isTooLarge: boolean; isContentRefused: boolean },
): Promise<boolean> {
  if (kind !== 'temple-digest' || sentAt !== null) return false
  return isTooLarge || (isContentRefused && (await hasSentSince(store.db, createdAt)))
}

function compose(email: StoredEmail, from: string, photos: Buffer[]): SendMailOptions {
  return {
    from,
    // A donor's address is one, even with a comma; the temple's may be a list.
    to: isToDonor(email) ? { name: '', address: email.recipient } : email.recipient,
    // A donor's address in a notice is one, even with a comma.
    replyTo: email.replyTo === null ? undefined : { name: '', address: email.replyTo },
    subject: email.subject,
    text: email.textBody,
    html: email.htmlBody,
    // Cyrillic triples its size in quoted-printable.
    textEncoding: 'base64',
    messageId: email.messageId,
    priority: email.urgent ? 'high' : undefined,
    headers: {
      // RFC 3834: keeps holiday notices from answering.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    attachments: [
      ...photos.map((content, i) => ({
        filename: i === 0 ? 'candle.jpg' : `candle-${i + 1}.jpg`,
        content,
        contentType: 'image/jpeg',
        contentDisposition: 'inline' as const,
        cid: photoCid(i),
      })),
      ...(email.sheetHtml === null
        ? []
        : [
            {
              filename: `svichka-${new Date(email.createdAt).toISOString().slice(0, 10)}.html`,
              content: email.sheetHtml,
              contentType: 'text/html; charset=utf-8',
            },
          ]),
    ],
  }
}

/** Files sorted by name are sorted by time. */
function fileName({ createdAt, kind, id }: StoredEmail): string {
  return `${new Date(createdAt).toISOString().replace(/[:.]/g, '-')}-${kind}-${id}`
}

const OptionalTextSchema = v.fallback(v.optional(v.string()), undefined)

/** What nodemailer says of a failure; `remaining` is of transports.ts. */
const FailureSchema = v.object({
  code: OptionalTextSchema,
  message: OptionalTextSchema,
  command: OptionalTextSchema,
  response: OptionalTextSchema,
  responseCode: v.fallback(v.optional(v.number()), undefined),
  remaining: v.fallback(v.optional(v.array(v.string())), undefined),
})

type Failure = Partial<v.InferOutput<typeof FailureSchema>>

/** What the system or TLS says of a connection: `ECONNREFUSED`, `certificate has expired`. */
const unreachable =
  /\bE[A-Z]{5,}\b|wrong version number|(?:self-signed )?certificate(?: has expired)?/

/**
 * Why a delivery failed. `isFinal`: a donor's address was rejected with 5xx (RFC 5321, 4.2.1); the
 * temple's is retried until it is fixed. `isUnreachable`: other emails would fail, too. `message` has
 * codes only, because a mail server's sentence names the recipient; before a connection stands there is none.
 */
function readFailure(error: unknown, kind: EmailKind) {
  const read = v.safeParse(FailureSchema, error)
  const failure: Failure = read.success ? read.output : {}
  const { code, responseCode = 0, command, remaining, response = '', message = '' } = failure
  const [cause] = (command === 'CONN' && unreachable.exec(message)) || []
  const words = [code, responseCode, command && `at ${command}`, cause && `(${cause})`]
  return {
    isFinal: command === 'RCPT TO' && responseCode >= 500 && isToDonor({ kind }),
    isUnreachable: command === 'CONN' || code === 'EDNS',
    // nodemailer itself compares with the size that the server announces. 552 also means a full mailbox,
    // then with 5.2.2 (RFC 3463), or at a recipient.
    isTooLarge:
      (code === 'EMESSAGE' && command === 'MAIL FROM') ||
      (responseCode === 552 && command !== 'RCPT TO' && !response.includes('5.2.2')),
    isContentRefused: command === 'DATA' && responseCode >= 500,
    message: words.filter(Boolean).join(' ') || 'unknown failure',
    remaining,
  }
}

const firstDelayMs = 15_000
const maxDelayMs = 60 * 60_000

/** About five days of tries. */
const maxAttempts = 127

/** When to try again (ms since 1970); null: never. */
export function findRetryTime(attempts: number, now: number): number | null {
  if (attempts >= maxAttempts) return null
  return now + Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs)
}
