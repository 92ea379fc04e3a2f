import type { ImapFlow } from 'imapflow'
import { isLoopback } from '../config/environment'

/** Mails are read in pieces, none larger than this. */
const maxPieceBytes = 1024 * 1024

/**
 * A mailbox to connect to, from an address such as `imaps://user:password@host:993/INBOX`. Over a
 * network `imap:` must be upgraded by STARTTLS, unless the address ends with `?ignoreTLS=true`.
 */
export async function openMailbox(imapUrl: string): Promise<{ client: ImapFlow; folder: string }> {
  // Loaded on demand: most servers have no mailbox.
  const { ImapFlow } = await import('imapflow')
  const url = new URL(imapUrl)
  const secure = url.protocol === 'imaps:'
  const client = new ImapFlow({
    host: url.hostname,
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    ...(secure ? {} : { doSTARTTLS: mayBePlain(url) ? undefined : true }),
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

function mayBePlain({ hostname, searchParams }: URL): boolean {
  return isLoopback(hostname) || searchParams.get('ignoreTLS') === 'true'
}
