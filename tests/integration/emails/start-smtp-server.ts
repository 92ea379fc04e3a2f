import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** `keep and drop` accepts an email and hangs up without an answer. */
type Behaviour =
  | 'accept'
  | 'refuse recipients'
  | 'hang up'
  | 'greet late'
  | 'refuse for now'
  | 'refuse the deacon'
  | 'slow'
  | 'drop'
  | 'keep and drop'

export interface TestSmtpServer {
  url: string
  port: number
  behaviour: Behaviour
  /** How long `slow` takes over an email, ms. */
  slowMs: number
  /** The connections that `greet late` leaves without a greeting, until each is called. */
  readonly ungreeted: (() => void)[]
  /** Accepted mails, in order. */
  readonly received: Email[]
  /** Recipients of the envelopes. */
  readonly recipients: string[]
  /** What it says of a recipient, or once it has the whole email for one, by the part before the @. */
  readonly replies: { atRecipient: Record<string, string>; atEnd: Record<string, string> }
  /** Attempts, accepted or not. */
  handedOver: number
  close(): Promise<void>
}

/**
 * A real SMTP server on a free port, with the faults of real ones. With the port and mails of an
 * earlier one, it is that server restarted.
 */
export async function startSmtpServer(port = 0, received: Email[] = []): Promise<TestSmtpServer> {
  const sockets = new Set<Socket>()
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, greet) {
      if (self.behaviour === 'greet late') self.ungreeted.push(() => greet())
      else greet()
    },
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo(address, _session, done) {
      recipients.push(address.address)
      const reply = self.replies.atRecipient[localPart(address.address)]
      if (reply) return done(parseReply(reply))
      if (self.behaviour === 'refuse the deacon' && address.address.startsWith('deacon@'))
        return done(answer(451, `<${address.address}> greylisted, come again`))
      if (self.behaviour === 'refuse recipients')
        return done(answer(550, `<${address.address}> has no mailbox here`))
      if (self.behaviour === 'refuse for now') return done(answer(451, 'greylisted, come again'))
      return done()
    },
    onData(stream, { envelope }, done) {
      const { behaviour } = self
      const [reply] = envelope.rcptTo.flatMap(
        ({ address }) => self.replies.atEnd[localPart(address)] ?? [],
      )
      // Only open connections: a mail that was cut off may end later.
      const connected = [...sockets]
      self.handedOver += 1
      void text(stream).then(async source => {
        if (behaviour === 'slow') await pause(self.slowMs)
        const email = await PostalMime.parse(source)
        if (reply) return done(parseReply(reply))
        if (behaviour !== 'drop') received.push(email)
        if (behaviour === 'drop' || behaviour === 'keep and drop')
          for (const socket of connected) socket.destroy()
        else done()
      }, done)
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    if (self.behaviour === 'hang up') socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const self: TestSmtpServer = {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    behaviour: 'accept',
    slowMs: 250,
    ungreeted: [],
    received,
    recipients,
    replies: { atRecipient: {}, atEnd: {} },
    handedOver: 0,
    close: () =>
      new Promise<void>(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return self
}

const localPart = (address: string) => address.replace(/@.*/, '')

const parseReply = (reply: string) => answer(Number(reply.slice(0, 3)), reply.slice(4))

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
