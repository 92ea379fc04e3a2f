import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../setup/free-port'

export interface MailServer {
  url: string
  /** The Message-ID of every mail it accepted, in order; one delivered twice is here twice. */
  messageIds: string[]
  close(): Promise<void>
}

/** A mail server that takes everything. */
export async function startMailServer(): Promise<MailServer> {
  const messageIds: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        messageIds.push(text.match(/^message-id:\s*(<[^>]+>)/im)?.[1] ?? 'none')
        done()
      })
    },
  })
  // A client that is killed in the middle of an email is what these tests are about.
  server.on('error', () => {})
  const port = await findFreePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    messageIds,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
