import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { readAddresses } from '../emails/reply-address'
import type { AnswerMail } from './answer-mail'

/** A mail as the mailbox gives it. */
export interface RawMail {
  source: Buffer
  cutOff: boolean
  receivedAt: number
  /** Names it where it has no Message-ID: the mailbox's validity and the mail's number. */
  place: string
}

/** Smaller pictures are logos and tracking dots of signatures. */
const smallestPictureBytes = 4 * 1024
const addressHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to']

/** Reads the unknown once; null: it cannot be read as a mail. */
export async function parseAnswerMail(raw: RawMail): Promise<AnswerMail | null> {
  const email = await parse(raw.source)
  if (!email) return null
  const header = collectHeaders(email)
  return {
    id: createHash('sha256')
      .update(email.messageId ?? raw.place)
      .digest('base64url')
      .slice(0, 22),
    sender: readAddresses(header('from'))[0] ?? '',
    recipients: readAddresses(addressHeaders.map(header).filter(Boolean).join(', ')),
    answersTo: listMessageIds(`${header('in-reply-to')} ${header('references')}`),
    automatic: isAutomatic(header),
    receivedAt: raw.receivedAt,
    picture: findLargestPicture(email),
    cutOff: raw.cutOff,
  }
}

async function parse(source: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(source, {
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: 20,
    })
  } catch {
    return null
  }
}

type ReadHeader = (name: string) => string

/** All values of a header, joined; empty if it is absent. */
function collectHeaders(email: Email): ReadHeader {
  return name =>
    email.headers
      .filter(header => header.key === name)
      .map(header => header.value)
      .join(', ')
}

/** RFC 3834, and what older programs do instead. */
function isAutomatic(header: ReadHeader): boolean {
  const autoSubmitted = header('auto-submitted').trim().toLowerCase()
  return (
    (autoSubmitted !== '' && autoSubmitted !== 'no') ||
    /\b(bulk|junk|list|auto_reply)\b/i.test(header('precedence')) ||
    header('list-id') !== '' ||
    header('x-autoreply') !== '' ||
    header('return-path').trim() === '<>' ||
    /^(mailer-daemon|postmaster|no-?reply)@/i.test(readAddresses(header('from'))[0] ?? '')
  )
}

function listMessageIds(headers: string): string[] {
  const found = headers.match(/<[^<>\s]+>/g) ?? []
  const [closest, ...older] = found
  return closest === undefined ? [] : [closest, ...older.reverse()].slice(0, 20)
}

function findLargestPicture(email: Email): Uint8Array | null {
  const pictures = email.attachments
    .filter(attachment => isPicture(attachment.mimeType, attachment.filename))
    .map(attachment => toBytes(attachment.content))
    .filter(bytes => bytes.byteLength >= smallestPictureBytes)
  return pictures.reduce<Uint8Array | null>(
    (largest, each) => (largest && largest.byteLength >= each.byteLength ? largest : each),
    null,
  )
}

/** Some phones call a photo a plain file; its name then tells. */
function isPicture(mimeType: string, filename: string | null): boolean {
  return mimeType.startsWith('image/') || /\.(jpe?g|png|webp|hei[cf])$/i.test(filename ?? '')
}

function toBytes(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}
