import { ImapFlow } from 'imapflow'

const mebibyte = 1024 * 1024
/** A photo of 20 MB is a mail of 27 MB; what is larger is read at its beginning only. */
export const largestMailBytes = 30 * mebibyte

/** A mailbox to connect to, from an address such as `imaps://user:password@host:993/INBOX`. */
export function openMailbox(imapUrl: string): { client: ImapFlow; folder: string } {
  const url = new URL(imapUrl)
  const secure = url.protocol === 'imaps:'
  const client = new ImapFlow({
    host: url.hostname,
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    maxLiteralSize: largestMailBytes + mebibyte,
  })
  // A broken connection rejects the command under way; without a listener it would end the process.
  client.on('error', () => {})
  return { client, folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX' }
}
