import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { engines } from '../../setup/test-store'
import { buildEmail } from './build-email'
import { openOutbox } from './open-outbox'
import { startSmtpServer } from './start-smtp-server'

const program = fileURLToPath(new URL('./empty-outbox.ts', import.meta.url))

/** Starts a sender of its own; resolves to how many emails it says it sent. */
async function runSender(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const [exitCode] = await once(child, 'close')
  expect(exitCode).toBe(0)
  return Number(said)
}

it.each(engines)(
  'four processes empty one outbox on %s and nobody sends an email twice',
  async engine => {
    const smtp = await startSmtpServer()
    const test = await openOutbox(engine, smtp.url)
    const emails = Array.from({ length: 300 }, (_, i) => buildEmail({ subjectId: `order-${i}` }))
    await test.put(...emails)
    const { dataDir, databaseUrl } = test.place
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => runSender(dataDir, databaseUrl ?? '', smtp.url)),
    )
    expect(sent.reduce((sum, count) => sum + count)).toBe(300)
    expect(sent.filter(count => count > 0).length).toBeGreaterThan(1)
    expect(smtp.received).toHaveLength(300)
    expect(new Set(smtp.received.map(mail => mail.messageId)).size).toBe(300)
    await test.close()
    await smtp.close()
  },
  60_000,
)
