import { wrap } from 'nodemailer/lib/base64'
import MailComposer from 'nodemailer/lib/mail-composer'
import type Mail from 'nodemailer/lib/mailer'
import type MimeNode from 'nodemailer/lib/mime-node'
import type { EmailKind, StoredEmail } from '../db/schema'
import { photoCid } from './layout'

/** As it goes over the wire, with sender and recipient for the mail server. */
export type ComposedEmail = Pick<Mail.Options, 'from' | 'to'> & { raw: Buffer }

export function composeEmail(email: StoredEmail, from: string, photos: Buffer[]): ComposedEmail {
  const options = optionsOf(email, from, photos)
  const message = new MailComposer(options).compile()
  return { from, to: options.to, raw: Buffer.from(writeMessage(message)) }
}

/** What nodemailer streams part by part, for several times the price. Needs a text and an HTML part. */
export function writeMessage(node: MimeNode): string {
  const headers = `${node.buildHeaders()}\r\n\r\n`
  if (node.childNodes.length === 0) return headers + writeContent(node)
  const parts = node.childNodes.map(child => `--${node.boundary}\r\n${writeMessage(child)}`)
  return `${headers}${parts.join('\r\n')}\r\n--${node.boundary}--\r\n`
}

function writeContent(node: MimeNode): string {
  const { content = '' } = node
  if (typeof content !== 'string' && !Buffer.isBuffer(content))
    throw new Error('The content of an email is in memory.')
  const bytes = Buffer.from(content as string)
  return node.getTransferEncoding() === 'base64'
    ? wrap(bytes.toString('base64'))
    : bytes.toString().replace(/\r?\n/g, '\r\n')
}

const urgent = { 'X-Priority': '1 (Highest)', 'X-MSMail-Priority': 'High', Importance: 'High' }

export function isToDonor(kind: EmailKind): boolean {
  return kind.startsWith('donor-')
}

function optionsOf(email: StoredEmail, from: string, photos: Buffer[]): Mail.Options {
  return {
    from,
    // A donor's address is one, even with a comma; the temple's may be a list.
    to: isToDonor(email.kind) ? { name: '', address: email.recipient } : email.recipient,
    ...(email.replyTo === null ? {} : { replyTo: email.replyTo }),
    subject: email.subject,
    text: email.text,
    html: email.html,
    // Cyrillic triples its size in quoted-printable.
    textEncoding: 'base64',
    messageId: email.messageId,
    ...(email.thread === null
      ? {}
      : { references: email.thread, inReplyTo: email.thread.split(' ').at(-1) ?? '' }),
    date: new Date(email.createdAt),
    headers: {
      // RFC 3834: keeps holiday notices from answering, and us from answering ourselves.
      'Auto-Submitted': email.kind.startsWith('temple-reply-') ? 'auto-replied' : 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(email.urgent ? urgent : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
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
