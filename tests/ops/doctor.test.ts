import { startSandbox } from 'stripe-sandbox/start'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { insertLetters } from '../../src/server/db/letters'
import { countWatermark } from '../../src/server/db/watermarks'
import { buildEmail } from '../mail/build-email'
import { startDovecot } from '../mail/start-dovecot'
import { startSmtpServer } from '../mail/start-smtp-server'
import { findFreePort } from '../set-up/free-port'
import { type Ops, openOps } from './open-ops'

interface Diagnosis {
  name: string
  findings: { state: string; found: string; advice?: string }[]
}

describe('the doctor', () => {
  let ops: Ops
  let freePort: string

  beforeEach(async () => {
    ops = await openOps('sqlite')
    ops.clock.now = Date.now()
    freePort = String(await findFreePort())
  })
  afterEach(() => ops.close())

  /** What the doctor says of one part, in a word and a sentence each. */
  async function examine(name: string, variables: Record<string, string> = {}) {
    const { output, exitCode } = await ops.run('doctor --json', { PORT: freePort, ...variables })
    const found: Diagnosis[] = JSON.parse(output)
    const findings = found.find(each => each.name === name)?.findings ?? []
    return { exitCode, said: findings.map(({ state, found }) => `${state}: ${found}`).join('\n') }
  }

  it('finds a demo in order, and says what is not set up', async () => {
    const { output, exitCode } = await ops.run('doctor', { PORT: freePort })
    expect(exitCode).toBe(0)
    for (const sentence of [
      'is whole',
      'No server answers',
      'No cards',
      'No SMTP_URL',
      'No IMAP_URL',
      'MB are free',
    ])
      expect(output).toContain(sentence)
  })

  it('sees that the provider takes the key, and that the clocks agree', async () => {
    const sandbox = await startSandbox({ port: 0, dataDir: ops.dataDir })
    const cards = { CARD_PROVIDER: 'sandbox', SANDBOX_PORT: new URL(sandbox.url).port }
    expect((await examine('cards', cards)).said).toContain('ok: The provider takes our key')
    ops.clock.now = Date.now()
    expect((await examine('clock', cards)).said).toMatch(/^ok: Our clock .* [01] s apart/)
    ops.clock.now = Date.now() + 10 * 60_000
    expect(await examine('clock', cards)).toMatchObject({
      exitCode: 1,
      said: expect.stringMatching(/^fault: Our clock .* 60\d s apart/),
    })
    await sandbox.close()
    expect(await examine('cards', cards)).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('fault: The provider did not take our key'),
    })
  })

  it('notices events signed with another secret', async () => {
    const sandbox = await startSandbox({ port: 0, dataDir: ops.dataDir })
    await countWatermark(ops.store.db, 'bad-signatures')
    const { said } = await examine('cards', {
      CARD_PROVIDER: 'sandbox',
      SANDBOX_PORT: new URL(sandbox.url).port,
    })
    expect(said).toContain('worry: 1 events came with a signature that does not fit')
    await sandbox.close()
  })

  it('logs in at the mail server, sends nothing, and says when it cannot', async () => {
    const smtp = await startSmtpServer()
    const mail = { MAIL_FROM: 'a@example.org', TEMPLE_EMAIL: 'b@example.org', SMTP_URL: smtp.url }
    expect((await examine('mail', mail)).said).toContain('ok: The mail server')
    expect(smtp.received).toEqual([])
    await smtp.close()
    expect(await examine('mail', mail)).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining(
        'fault: The mail server does not let us in: ESOCKET: connect ECONNREFUSED',
      ),
    })
  })

  it('opens the mailbox, and never prints its password', async () => {
    const dovecot = await startDovecot()
    onTestFinished(() => dovecot.stop())
    const IMAP_URL = dovecot.urlFor('temple')
    expect((await examine('mailbox', { IMAP_URL })).said).toContain('ok: The mailbox INBOX')
    const wrong = IMAP_URL.replace('secret', 'hush-hush')
    const { said, exitCode } = await examine('mailbox', { IMAP_URL: wrong })
    expect(exitCode).toBe(1)
    expect(said).toContain('fault: The mailbox cannot be read')
    expect(said).not.toContain('hush-hush')
  }, 120_000)

  it('points at letters that wait too long or were given up', async () => {
    const letters = [buildEmail(), buildEmail({ kind: 'temple-notice' })]
    await insertLetters(ops.store.db, letters, ops.clock.now - 3_600_000, 'example.org')
    await ops.store.db
      .updateTable('letters')
      .set({ state: 'failed' })
      .where('kind', '=', 'temple-notice')
      .execute()
    const { said } = await examine('store')
    expect(said).toContain('worry: 1 letters are due for over 15 minutes')
    expect(said).toContain('worry: 1 letters were given up')
  })

  it('says in a sentence that the store cannot be reached, without its password', async () => {
    const DATABASE_URL = `postgres://svichka:hush-hush@127.0.0.1:${freePort}/svichka`
    const { output, exitCode } = await ops.run('doctor', { DATABASE_URL })
    expect(exitCode).toBe(1)
    expect(output).toContain('The store cannot be used')
    expect(output).not.toContain('hush-hush')
  }, 60_000)

  it('warns of what is unwise in production', async () => {
    const { said, exitCode } = await examine('configuration', {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://candles.example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    expect(exitCode).toBe(1)
    for (const word of ['without TLS', 'Any site may embed', 'MAIL_FROM', 'TEMPLE_EMAIL'])
      expect(said).toContain(word)
  })
})
