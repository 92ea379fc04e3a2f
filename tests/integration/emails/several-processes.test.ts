import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sample } from '../../setup/sample'
import { engines } from '../../setup/test-store'
import { buildEmail } from './build-email'
import { openOutbox } from './open-outbox'
import { startSmtpServer } from './start-smtp-server'

const program = fileURLToPath(new URL('./empty-outbox.ts', import.meta.url))

/** A server's processes are all alike; `npm run test:full` has more of them, and tries both engines. */
const [tried, senders] = sample([engines.slice(-1), 2], [engines, 4])

interface Sender {
  ready: Promise<void>
  /** Lets it begin; resolves to how many emails it says it sent. */
  send(): Promise<number>
}

function startSender(...args: string[]): Sender {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      resolve()
    })
    child.once('exit', code => reject(new Error(`A sender ended with ${code}: ${said}`)))
  })
  const ended = once(child, 'close')
  return {
    ready,
    async send() {
      child.stdin.end('go')
      const [exitCode] = await ended
      expect(exitCode).toBe(0)
      return Number(said.replace('ready', ''))
    },
  }
}

it.each(tried)(
  'several processes empty one outbox on %s and nobody sends an email twice',
  async engine => {
    const smtp = await startSmtpServer()
    const test = await openOutbox(engine, smtp.url)
    const emails = Array.from({ length: 300 }, (_, i) => buildEmail({ subjectId: `order-${i}` }))
    await test.put(...emails)
    const { dataDir, databaseUrl } = test.place
    const started = Array.from({ length: senders }, () =>
      startSender(dataDir, databaseUrl ?? '', smtp.url),
    )
    await Promise.all(started.map(sender => sender.ready))
    const sent = await Promise.all(started.map(sender => sender.send()))
    expect(sent.reduce((sum, count) => sum + count)).toBe(300)
    expect(sent.filter(count => count > 0).length).toBeGreaterThan(1)
    expect(smtp.received).toHaveLength(300)
    expect(new Set(smtp.received.map(mail => mail.messageId)).size).toBe(300)
    await test.close()
    await smtp.close()
  },
  60_000,
)
