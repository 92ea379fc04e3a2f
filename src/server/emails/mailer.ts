import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import * as v from 'valibot'
import { isLoopback } from '../config/environment'
import type { MailConfig } from '../config/read-config'
import { type EmailKind, isToDonor, type StoredEmail } from '../db/schema'
import { photoCid } from './layout'
import { parseAddresses } from './parse-addresses'

export interface Mailer {
  /**
   * Sends an email with its JPEGs. Rejects unless the mail server certainly accepted it for every recipient.
   * `parseFailure` explains the error.
   */
  send(email: StoredEmail, photos: Buffer[]): Promise<void>
  /** Closes the connections. Emails that are still being sent fail. */
  close(): void
}

/** Sends by SMTP, or writes files without a mail server. `announce` hears of each file. */
export function createMailer(
  { smtpUrl, folder, ...addresses }: Pick<MailConfig, 'smtpUrl' | 'folder' | keyof Addresses>,
  announce?: (lines: string) => void,
): Mailer {
  const { send, close } =
    smtpUrl === null ? createFolderTransport(folder, announce) : createSmtpTransport(smtpUrl)
  return {
    send: (email, photos) => send(compose(email, addresses, photos), formatFileName(email)),
    close,
  }
}

interface Transport {
  send(email: SendMailOptions, name: string): Promise<void>
  close(): void
}

export const sendTimeoutMs = 90_000

/** So many emails are sent at once, on as many connections. */
export const maxConnections = 3

const untrusted = { disableFileAccess: true, disableUrlAccess: true }

/**
 * Opens a pool for `smtps://user:password@host:465`. Over a network `smtp:` requires STARTTLS, unless the URL
 * ends with `?ignoreTLS=true` for a relay on a private network.
 */
export function openSmtpPool(smtpUrl: string) {
  const { hostname, searchParams } = new URL(smtpUrl)
  return nodemailer.createTransport({
    url: smtpUrl,
    requireTLS: !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true',
    pool: true,
    maxConnections,
    // The outbox retries, so the pool does not.
    maxRequeues: 0,
    idleTimeout: 20_000,
    dnsTimeout: 5_000,
    // A mail server may greet late, because senders of spam do not wait (RFC 5321, 4.5.3.2.1, allows five
    // minutes). The first of these bounds the look-up, the greeting and STARTTLS together.
    connectionTimeout: sendTimeoutMs / 2,
    greetingTimeout: sendTimeoutMs / 2,
    // A mail server may look for spam and viruses before it answers. A client that gives up too early sends
    // the email twice (RFC 5321, 4.5.3.2.6, allows ten minutes).
    socketTimeout: sendTimeoutMs - 10_000,
    ...untrusted,
  })
}

function createSmtpTransport(smtpUrl: string): Transport {
  const pool = openSmtpPool(smtpUrl)
  return {
    async send(email) {
      const signal = AbortSignal.timeout(sendTimeoutMs)
      const { rejected, rejectedErrors } = await pool.sendMail({ ...email, signal })
      // Some recipients were rejected, others accepted. The rejected ones remain to be tried.
      if (rejectedErrors?.[0]) throw Object.assign(rejectedErrors[0], { remaining: rejected })
    },
    close: () => pool.close({ force: true }),
  }
}

/** Writes `.eml` files in place of sending. `announce` hears of each, with the link in it. */
function createFolderTransport(
  folder: string,
  announce: (lines: string) => void = () => {},
): Transport {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...untrusted,
  })
  return {
    async send(email, name) {
      const { message } = await composer.sendMail(email)
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer composed no email.')
      const file = join(folder, `${name}.eml`)
      // The file gets its name last, so a reader of the folder never sees half an email.
      await writeFile(`${file}.unfinished`, message, { mode: 0o600 })
      await rename(`${file}.unfinished`, file)
      const [link] =
        /https?:\/\/[^\s/]+\/temple\/[\w-]+(?:\?at=[\w-]+)?/.exec(String(email.text)) ?? []
      announce(`Email:  ${file}\n${link ? `Temple: ${link}\n` : ''}`)
    },
    close: () => composer.close(),
  }
}

type Addresses = Pick<MailConfig, 'from' | 'templeEmail'>

function compose(
  email: StoredEmail,
  { from, templeEmail }: Addresses,
  photos: Buffer[],
): SendMailOptions {
  return {
    from,
    // A donor has one address, even if it has a comma. The temple may have a list.
    to: isToDonor(email) ? { name: '', address: email.recipient } : email.recipient,
    // Donors reply to the first of the temple's addresses. The temple's own emails name no address for
    // replies, because a reply would hand out the signed link that it quotes.
    replyTo: isToDonor(email) ? (parseAddresses(templeEmail)[0] ?? templeEmail) : undefined,
    subject: email.subject,
    text: email.textBody,
    html: email.htmlBody,
    // Quoted-printable would triple the size of Cyrillic.
    textEncoding: 'base64',
    messageId: email.messageId,
    priority: email.urgent ? 'high' : undefined,
    headers: {
      // This keeps holiday notices from answering (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    attachments: photos.map((content, i) => ({
      filename: i === 0 ? 'candle.jpg' : `candle-${i + 1}.jpg`,
      content,
      contentType: 'image/jpeg',
      contentDisposition: 'inline' as const,
      cid: photoCid(i),
    })),
  }
}

/** Names the file so that sorting by name sorts by time. */
function formatFileName({ createdAt, kind, id }: StoredEmail): string {
  return `${new Date(createdAt).toISOString().replace(/[:.]/g, '-')}-${kind}-${id}`
}

const OptionalTextSchema = v.fallback(v.optional(v.string()), undefined)

/** The fields of a failure from nodemailer, and our `remaining`. */
const FailureSchema = v.object({
  code: OptionalTextSchema,
  message: OptionalTextSchema,
  command: OptionalTextSchema,
  response: OptionalTextSchema,
  responseCode: v.fallback(v.optional(v.number()), undefined),
  remaining: v.fallback(v.optional(v.array(v.string())), undefined),
})

type Failure = Partial<v.InferOutput<typeof FailureSchema>>

/** Words of the system and of TLS for a connection that failed: `ECONNREFUSED`, `certificate has expired`. */
const unreachable =
  /\bE[A-Z]{5,}\b|wrong version number|(?:self-signed )?certificate(?: has expired)?/

const saysUnknown =
  /no such|unknown|no mailbox|(?:does not|doesn.t|not) (?:have|exist)|invalid recipient/i
const saysOfMailbox = /full|quota|storage|inactive|disabled|suspended|temporar|limit|later/i
const saysOfUs =
  /block|\blist|rbl|dnsbl|spam|relay|sender|sending|policy|policies|reputation|spf|dkim|dmarc|denied/i

type Refusal = 'no-such-address' | 'refuses-us' | 'other'

/**
 * Decides what a 5xx reply is about. The SMTP command does not tell: some servers check an address only
 * once they have the text, and others refuse a sender at RCPT. If we mistook a block list or a used-up
 * quota for a wrong address, no donor would get an email any more. So an enhanced code decides (RFC 3463:
 * 5.1 is the address, but 5.1.7 and 5.1.8 are the sender's, and 5.7 is policy), and then the words do.
 * After a doubtful reply the email is tried again.
 */
function readRefusal({ responseCode = 0, response = '', command }: Failure): Refusal {
  const [, status] = /^\d{3}[ -](5\.[1-9]\d*\.\d+)/.exec(response) ?? []
  // The reply may quote the recipient, whose name must not count as words of the server.
  const words = response
    .split(/\s+/)
    .filter(word => !word.includes('@'))
    .join(' ')
  const isOfUs = /^5\.(?:7\.|1\.[78]$)/.test(status ?? '') || saysOfUs.test(words)
  if (isOfUs) return 'refuses-us'
  if (status !== undefined) return status.startsWith('5.1.') ? 'no-such-address' : 'other'
  if (saysOfMailbox.test(words)) return 'other'
  const isOfRecipient = command === 'RCPT TO' && [550, 551, 553].includes(responseCode)
  return isOfRecipient || saysUnknown.test(words) ? 'no-such-address' : 'other'
}

/**
 * Explains why a delivery failed. `isFinal` means that a donor's address does not exist; the temple's is
 * retried until the operator corrects it. `isUnreachable` means that other emails would fail, too. The
 * `message` has only codes and our own words, because a mail server's sentence may name the recipient.
 */
export function parseFailure(error: unknown, kind: EmailKind) {
  const read = v.safeParse(FailureSchema, error)
  const failure: Failure = read.success ? read.output : {}
  const { code, responseCode = 0, command, remaining, message = '' } = failure
  const [cause] = (command === 'CONN' && unreachable.exec(message)) || []
  const isRejected = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const refusal = isRejected ? readRefusal(failure) : null
  const words = [
    ...[code, responseCode, command && `at ${command}`, cause && `(${cause})`],
    refusal === 'refuses-us' && '(the mail server refuses us, not the address)',
  ]
  return {
    isFinal: refusal === 'no-such-address' && isToDonor({ kind }),
    // If a server hangs up before it greets, no command has failed.
    isUnreachable: command === 'CONN' || code === 'EDNS' || (code === 'ECONNECTION' && !command),
    message: words.filter(Boolean).join(' ') || 'unknown failure',
    remaining,
  }
}
