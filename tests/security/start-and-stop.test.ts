import { connect, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test, vi } from 'vitest'
import { buildOrder } from '../integration/build-order'
import { findFreePort } from '../setup/free-port'
import { describeProgram, startProduct } from '../setup/processes'
import { startPostgres } from '../setup/start-postgres'

/** Lets connections through to another port of this machine. */
function openTunnel(port: number, to: number): Server {
  const server = createServer(incoming => {
    const outgoing = connect(to, '127.0.0.1')
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('error', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy())
  })
  return server.listen(port, '127.0.0.1')
}

describe('the server', () => {
  test('waits for a database that starts after it', async () => {
    const database = await startPostgres()
    const url = new URL(database.url)
    const [port, databasePort] = [await findFreePort(), Number(url.port)]
    url.port = String(port)
    const server = describeProgram('dist/server/main.js', {
      PORT: '0',
      CARD_PROVIDER: 'none',
      DATABASE_URL: url.href,
    })
    const starting = server.start()
    await vi.waitFor(() => expect(server.output()).toContain('waiting for the store'), 10_000)
    const tunnel = openTunnel(port, databasePort)
    await starting
    await server.stop()
    tunnel.close()
    await database.stop()
  }, 120_000)

  test('asked to stop, finishes open requests and the email being sent', async () => {
    const emails: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        stream.resume().on('end', async () => {
          await pause(800)
          emails.push(...session.envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    const port = await findFreePort()
    smtp.listen(port, '127.0.0.1')
    const product = await startProduct({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    const ordering = fetch(`${product.url}/api/candle-orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'stopped-while-sent' },
      body: JSON.stringify(buildOrder({ email: 'olha@example.org' })),
    })
    await pause(300)
    const stopping = product.server.stop('SIGTERM')
    const answer = await ordering
    expect(await answer.json()).toEqual({
      success: true,
      emailNotifications: { userEmailSent: true },
    })
    await stopping
    expect(emails).toContain('olha@example.org')
    await expect(fetch(product.url)).rejects.toThrow()
    await product.stop()
    smtp.close()
  }, 30_000)
})
