import { createServer } from 'node:http'
import { startSandbox } from 'stripe-sandbox/start'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { insertEmails } from '../../../src/server/db/emails'
import { findStoreFile } from '../../../src/server/db/sqlite'
import { openDatabase } from '../../../src/server/db/sqlite-database'
import { inTransaction } from '../../../src/server/db/store'
import { setWatermark } from '../../../src/server/db/watermarks'
import { dayMs } from '../../../src/shared/durations'
import { controlSandbox } from '../../setup/control-sandbox'
import { findFreePort } from '../../setup/free-port'
import { listen } from '../../setup/listen'
import { buildEmail } from '../emails/build-email'
import { opsForEach } from './open-ops'

interface Finding {
  name: string
  state: string
  found: string
}

/** Who else has a port, only root may see. */
const isRoot = process.getuid?.() === 0

describe('the doctor', () => {
  const ops = opsForEach('sqlite')
  let freePort: string
  beforeEach(async () => {
    ops.clock.now = Date.now()
    freePort = String(await findFreePort())
  })

  /** The doctor's findings about one part: state and sentence. */
  async function examine(name: string, variables: Record<string, string> = {}) {
    const { output, exitCode } = await ops.run('doctor --json', { PORT: freePort, ...variables })
    const findings: Finding[] = JSON.parse(output)
    const own = findings.filter(finding => finding.name === name)
    return { exitCode, said: own.map(({ state, found }) => `${state}: ${found}`).join('\n') }
  }

  /** Starts a card sandbox. Resolves to its control API, and to the variables that name it. */
  async function startCards() {
    const sandbox = await startSandbox({ port: 0, dataDir: ops.dataDir })
    onTestFinished(() => sandbox.close())
    const cards = { CARD_PROVIDER: 'sandbox', SANDBOX_PORT: new URL(sandbox.url).port }
    return { cards, control: controlSandbox(sandbox.url) }
  }

  it('finds a demo in order, and says what is not set up', async () => {
    const { output, exitCode } = await ops.run('doctor', { PORT: freePort })
    expect(exitCode).toBe(0)
    for (const sentence of [
      'is intact',
      'No server answers',
      'No cards',
      'No SMTP_URL',
      'MB are free',
    ])
      expect(output).toContain(sentence)
  })

  it('waits for a server that is writing', async () => {
    const server = openDatabase(findStoreFile(ops.dataDir))
    server.exec('begin immediate')
    setTimeout(() => server.close(), 300)
    expect((await examine('store')).said).toContain('ok: The store can be read and written.')
  })

  it('finds that the provider accepts the key, and that the clocks agree', async () => {
    const { cards } = await startCards()
    expect((await examine('cards', cards)).said).toContain('ok: The API key is valid')
    ops.clock.now = Date.now()
    expect((await examine('clock', cards)).said).toMatch(
      /^ok: Clock offset to the provider: -?[01] s/,
    )
    ops.clock.now = Date.now() + 10 * 60_000
    expect(await examine('clock', cards)).toMatchObject({
      exitCode: 1,
      said: expect.stringMatching(/^error: Clock offset to the provider: (599|60\d) s/),
    })
    expect(await examine('cards', { ...cards, SANDBOX_PORT: freePort })).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('does not answer: StripeConnectionError ECONNREFUSED'),
    })
  })

  it.each([
    ['payment intents (write)', 'POST', 'payment_intents/**'],
    ['payment intents (read)', 'GET', 'payment_intents'],
    ['charges (read)', 'GET', 'charges'],
    ['events (read)', 'GET', 'events'],
  ])('finds a restricted key without the right to %s', async (right, method, path) => {
    const { cards, control } = await startCards()
    const rejected = { method, path: `/v1/${path}`, count: null }
    await control.fault({ action: 'status', status: 403, ...rejected })
    expect(await examine('cards', cards)).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining(`error: The API key lacks these rights: ${right}.`),
    })
  })

  it('says whether the form’s domain may use wallets', async () => {
    const { cards, control } = await startCards()
    const onDomain = { ...cards, PUBLIC_URL: 'https://candle.example.org' }

    expect((await examine('cards', cards)).said).toContain('skipped: Wallets need PUBLIC_URL')
    expect((await examine('cards', onDomain)).said).toContain(
      'warning: The domain candle.example.org is unregistered',
    )
    await control.walletDomains({ 'candle.example.org': 'inactive' })
    expect((await examine('cards', onDomain)).said).toContain(
      'warning: The domain candle.example.org is inactive',
    )
    await control.walletDomains({ 'candle.example.org': 'active', 'other.example.org': 'inactive' })
    expect(await examine('cards', onDomain)).toMatchObject({
      said: expect.stringContaining('ok: The domain candle.example.org is active'),
    })
    expect((await examine('cards', { ...onDomain, CARD_WALLETS: 'off' })).said).toContain(
      'skipped: No wallets are offered',
    )
  })

  it('notices events signed with another secret', async () => {
    const { cards } = await startCards()
    await setWatermark(ops.store.db, 'bad-signature', ops.clock.now)
    expect((await examine('cards', cards)).said).toContain('warning: The last event had a wrong')
    // A forged one does not count for ever.
    await setWatermark(ops.store.db, 'last-webhook', ops.clock.now + 1)
    expect((await examine('cards', cards)).said).not.toContain('signature')
  })

  it('names a variable that means nothing any more', async () => {
    const { said } = await examine('configuration', { BOOKKEEPER_EMAIL: 'accounts@example.org' })
    expect(said).toBe(
      'warning: BOOKKEEPER_EMAIL is no longer used: the provider’s reports have payments, fees and refunds.',
    )
  })

  it('warns of emails that wait too long, and for a week of those that have failed', async () => {
    const emails = [buildEmail(), buildEmail({ kind: 'temple-notice' })]
    await inTransaction(ops.store, trx => insertEmails(trx, emails, ops.clock.now - 3_600_000))
    await ops.store.db
      .updateTable('emails')
      .set({ state: 'failed' })
      .where('kind', '=', 'temple-notice')
      .execute()
    const { said } = await examine('store')
    expect(said).toContain('warning: Emails waiting for more than 15 minutes: 1.')
    expect(said).toContain('warning: Failed emails of the last 7 days: 1.')
    ops.clock.now += 7 * dayMs
    expect((await examine('store')).said).not.toContain('Failed emails')
  })

  it('says in a sentence that the store cannot be reached, without its password', async () => {
    const DATABASE_URL = `postgres://svichka:hush-hush@127.0.0.1:${freePort}/svichka`
    const { output, exitCode } = await ops.run('doctor', { DATABASE_URL })
    expect(exitCode).toBe(1)
    expect(output).toContain('The store cannot be used')
    expect(output).not.toContain('hush-hush')
  })

  it('names the program that has its port', async () => {
    const port = await listen(createServer((_request, reply) => reply.end('hello')))
    const { said } = await examine('server', { PORT: String(port) })
    expect(said).toMatch(
      isRoot
        ? new RegExp(`^error: Port ${port} is taken by \\S+ \\(pid ${process.pid}\\)\\.$`)
        : /^error: Another program answers/,
    )
  })

  it('says at once that the temple’s mail server refuses, and what becomes of the orders', async () => {
    const emails = ['1', '2'].map(subjectId => buildEmail({ subjectId, kind: 'temple-notice' }))
    await inTransaction(ops.store, trx => insertEmails(trx, emails, ops.clock.now))
    const recipient = 'nobody@example.org'
    const lastError = 'EENVELOPE 550 at RCPT TO'
    await ops.store.db.updateTable('emails').set({ recipient, lastError, attempts: 1 }).execute()
    const { said } = await examine('store')
    expect(said).toContain(
      'error: 2 emails to nobody@example.org refused (EENVELOPE 550 at RCPT TO): the temple does not know of these orders.',
    )
    expect((await ops.run('emails --retry')).output).toBe('Tried again now: 2.')
  })

  it('names values of the settings file that Node reads otherwise', async () => {
    const settingsFile = 'TEMPLE_NOTE=Свічки #1 щодня\nTEMPLE_TOWN="Київ\nPORT=3000\n#HOST=x # y\n'
    const { output, exitCode } = await ops.run('config --quiet', {}, settingsFile)
    expect(output.split('\n')).toEqual([
      'TEMPLE_NOTE ends before #: write the value in double quotes, or the remark on a line of its own.',
      'TEMPLE_TOWN begins with " and does not end with it.',
    ])
    expect(exitCode).toBe(3)
    const swallowed = 'TEMPLE_NOTE="Свічки\nTEMPLE_TOWN="Київ"\nTEMPLE_NAME="Храм # 1"\n'
    expect((await ops.run('config --quiet', {}, swallowed)).output).toBe(
      'TEMPLE_NOTE begins with " and does not end with it.',
    )
  })

  it('finds a server that listens on every IPv6 address', async () => {
    const server = createServer((_request, reply) => reply.end('{"id":"a","via":"none"}'))
    const port = await listen(server, '::')
    const { said } = await examine('server', { HOST: '::', PORT: String(port) })
    expect(said).toContain('ok: The server is running')
  })

  it('reports SECURITY_EXPIRES two weeks before it passes', async () => {
    const named = { SECURITY_CONTACT: 'mailto:a@example.org', SECURITY_EXPIRES: '2026-01-31' }
    ops.clock.now = Date.UTC(2026, 0, 16)
    expect((await examine('configuration', named)).said).toBe('')
    ops.clock.now = Date.UTC(2026, 0, 18)
    expect((await examine('configuration', named)).said).toContain('SECURITY_EXPIRES')
  })

  it('names settings that nobody knows, and a public form that takes pretend payments', async () => {
    const { said } = await examine('configuration', {
      SMPT_URL: 'smtp://127.0.0.1',
      FRAME_ANCESTOR: '*',
      PATHS: '/bin',
      PUBLIC_URL: 'https://candle.example.org',
    })
    expect(said.split('\n')).toEqual([
      'warning: SMPT_URL is not a setting of Svichka: is SMTP_URL meant?',
      'warning: FRAME_ANCESTOR is not a setting of Svichka: is FRAME_ANCESTORS meant?',
      expect.stringContaining('error: PUBLIC_URL is https://candle.example.org, but NODE_ENV'),
    ])
  })

  it('lists the settings without secrets', async () => {
    const { output, exitCode } = await ops.run('config', {
      SMTP_URL: 'smtp://user:hush-hush@127.0.0.1',
      STRIPE_SECRET_KEY: 'sk_test_hushhush',
      TEMPLE_MAIL: 'x',
    })
    expect(exitCode).toBe(3)
    expect(output).not.toMatch(/hush-?hush/)
    for (const line of [
      /SMTP_URL +smtp:\/\/user:…@127\.0\.0\.1/,
      /TIME_ZONE +Europe\/Kyiv \(default\)/,
      /^TEMPLE_MAIL is not a setting of Svichka: is TEMPLE_EMAIL meant\?$/m,
    ])
      expect(output).toMatch(line)
    expect(await ops.run('config', { PORT: 'x' })).toMatchObject({
      exitCode: 78,
      output: expect.stringContaining('PORT must be'),
    })
  })

  it('finds that live cards are taken in nobody’s name', async () => {
    const live = {
      CARD_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    const said = async (named: object) =>
      (await examine('configuration', { ...live, ...named })).said
    const unnamed = /^error: Live cards .* TEMPLE_NAME is not set\.$/m
    expect(await said({})).toMatch(unnamed)
    // In each language a visitor needs to read it.
    expect(await said({ TEMPLE_NAME_UK: 'Храм' })).toMatch(unnamed)
    expect(await said({ TEMPLE_NAME: 'Храм' })).not.toMatch(unnamed)
  })

  it('warns of what is unwise in production', async () => {
    const { said, exitCode } = await examine('configuration', {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://candles.example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    expect(exitCode).toBe(1)
    const unwise = [
      'without TLS',
      'Any site may embed',
      'whose church it is',
      'nobody to ask',
      'MAIL_FROM',
      'TEMPLE_EMAIL',
    ]
    for (const word of unwise) expect(said).toContain(word)
  })
})
