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
   * Rejects unless the email was accepted for certain for every recipient: `parseFailure` says why.
   * `photos`: JPEGs.
   */
  send(email: StoredEmail, photos: Buffer[]): Promise<void>
  /** What is still being sent fails. */
  close(): void
}

/** `announce` hears of each email that becomes a file. */
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

/** Emails in flight, and connections to the mail server. */
export const maxConnections = 3

const untrusted = { disableFileAccess: true, disableUrlAccess: true }

/**
 * A pool for `smtps://user:password@host:465`. Over a network `smtp:` requires STARTTLS, unless the
 * URL ends with `?ignoreTLS=true`, for a relay on a private network.
 */
export function openSmtpPool(smtpUrl: string) {
  const { hostname, searchParams } = new URL(smtpUrl)
  return nodemailer.createTransport({
    url: smtpUrl,
    requireTLS: !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true',
    pool: true,
    maxConnections,
    // The outbox retries.
    maxRequeues: 0,
    idleTimeout: 20_000,
    dnsTimeout: 5_000,
    // It may greet late, as spam does not wait for it (RFC 5321, 4.5.3.2.1, which allows five minutes).
    // The first bounds the look-up, the greeting and STARTTLS together.
    connectionTimeout: sendTimeoutMs / 2,
    greetingTimeout: sendTimeoutMs / 2,
    // It may look for spam and viruses before it answers. Who gives up sends the email twice (RFC 5321,
    // 4.5.3.2.6, which allows ten minutes).
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
      // `remaining`: those that were rejected while others were accepted.
      if (rejectedErrors?.[0]) throw Object.assign(rejectedErrors[0], { remaining: rejected })
    },
    close: () => pool.close({ force: true }),
  }
}

/** Without a mail server: `.eml` files. `announce` hears of each, with the link in it. */
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
      // A reader of the folder never sees half an email.
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
    // A donor's address is one, even with a comma; the temple's may be a list.
    to: isToDonor(email) ? { name: '', address: email.recipient } : email.recipient,
    // A reply to an email of the temple would hand out the signed link that it quotes. Donors write to
    // the first of its addresses, and need not see the others.
    replyTo: isToDonor(email) ? (parseAddresses(templeEmail)[0] ?? templeEmail) : undefined,
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
    attachments: photos.map((content, i) => ({
      filename: i === 0 ? 'candle.jpg' : `candle-${i + 1}.jpg`,
      content,
      contentType: 'image/jpeg',
      contentDisposition: 'inline' as const,
      cid: photoCid(i),
    })),
  }
}

/** Files sorted by name are sorted by time. */
function formatFileName({ createdAt, kind, id }: StoredEmail): string {
  return `${new Date(createdAt).toISOString().replace(/[:.]/g, '-')}-${kind}-${id}`
}

const OptionalTextSchema = v.fallback(v.optional(v.string()), undefined)

/** What nodemailer says of a failure; `remaining` is ours. */
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

const saysUnknown =
  /no such|unknown|no mailbox|(?:does not|doesn.t|not) (?:have|exist)|invalid recipient/i
const saysOfMailbox = /full|quota|storage|inactive|disabled|suspended|temporar|limit|later/i
const saysOfUs =
  /block|\blist|rbl|dnsbl|spam|relay|sender|sending|policy|policies|reputation|spf|dkim|dmarc|denied/i

type Refusal = 'no-such-address' | 'refuses-us' | 'other'

/**
 * What a reply of 5xx means. The command that it answers does not tell: some servers know an address only
 * once they have the text, and others refuse a sender at its recipient. So a block list or a used-up
 * quota would end the email of every donor. An enhanced code decides (RFC 3463: 5.1 is the address, but
 * 5.1.7 and 5.1.8 are the sender's, and 5.7 is policy), then the words. What remains doubtful is tried
 * again.
 */
function readRefusal({ responseCode = 0, response = '', command }: Failure): Refusal {
  const [, status] = /^\d{3}[ -](5\.[1-9]\d*\.\d+)/.exec(response) ?? []
  // It may name the recipient, whatever he is called.
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
 * Why a delivery failed. `isFinal`: a donor's address does not exist; the temple's is retried until it is
 * fixed. `isUnreachable`: other emails would fail, too. `message` has codes and our own words only, because
 * a mail server's sentence names the recipient; before a connection stands there is none.
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
    // A server that hangs up before it greets fails no command.
    isUnreachable: command === 'CONN' || code === 'EDNS' || (code === 'ECONNECTION' && !command),
    message: words.filter(Boolean).join(' ') || 'unknown failure',
    remaining,
  }
}
