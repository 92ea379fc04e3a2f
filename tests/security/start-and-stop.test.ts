import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findStoreFile } from '../../src/server/db/sqlite'
import { openDatabase } from '../../src/server/db/sqlite-database'
import { startSmtpServer, type TestSmtpServer } from '../integration/emails/start-smtp-server'
import { findFreePort } from '../setup/free-port'
import { openLine } from '../setup/open-line'
import { orderAt } from '../setup/order-at'
import { describeProgram, startProduct } from '../setup/processes'
import { openStorePlace } from '../setup/test-store'

/** Orders a candle whose email this slow mail server is still taking when this returns. */
async function beginOrder(url: string, mail: TestSmtpServer) {
  const headers = { 'idempotency-key': 'stopped-while-sent' }
  const answer = orderAt(url, { email: 'olha@example.org' }, { headers })
  await expect.poll(() => mail.handedOver).toBeGreaterThan(0)
  return { answer }
}

describe('the server', () => {
  test('waits for a database that starts after it', async () => {
    const place = await openStorePlace('postgres')
    const url = new URL(place.databaseUrl ?? '')
    const port = await findFreePort()
    url.port = String(port)
    const server = describeProgram('dist/server/main.js', {
      PORT: '0',
      CARD_PROVIDER: 'none',
      DATABASE_URL: url.href,
    })
    const starting = server.start()
    await expect.poll(() => server.output()).toContain('waiting for the store')
    const line = await openLine(place.databaseUrl ?? '', port)
    await starting
    await server.stop()
    line.close()
  })
})

describe('a fault that a restart would not mend', () => {
  const begin = async (DATA_DIR: string, more: Record<string, string> = {}) => {
    const env = { PORT: '0', CARD_PROVIDER: 'none', DATA_DIR, ...more }
    const server = describeProgram('dist/server/main.js', env)
    return server.start().then(
      () => server.stop().then(() => 'started'),
      ({ message }: Error) => message,
    )
  }
  const makeFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'svichka-faults-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  test('is told in one sentence, and ends the server with 78', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(await begin(join(folder, 'file', 'data'))).toMatch(
      /ended with 78:\nA file or folder cannot be used \(ENOTDIR.*set DATA_DIR.*\n$/,
    )
    writeFileSync(findStoreFile(folder), 'not a database'.repeat(500))
    expect(await begin(folder)).toMatch(/ended with 78:\nThe store .* is damaged: restore.*\n$/)
    rmSync(findStoreFile(folder))
    const other = openDatabase(findStoreFile(folder))
    other.exec('create table orders (name text)')
    other.close()
    expect(await begin(folder)).toMatch(/ended with 78:\nThe store .* version 0\.1.*\n$/)
  })

  test('is a wrong password or database of PostgreSQL, too', async () => {
    const place = await openStorePlace('postgres')
    const url = new URL(place.databaseUrl ?? '')
    url.pathname = '/nowhere'
    expect(await begin(makeFolder(), { DATABASE_URL: url.href })).toMatch(
      /ended with 78:\nThe store cannot be used \(3D000 .*check DATABASE_URL\.\n$/,
    )
    url.pathname = new URL(place.databaseUrl ?? '').pathname
    url.searchParams.set('sslmode', 'verify-full')
    expect(await begin(makeFolder(), { DATABASE_URL: url.href })).toMatch(
      /ended with 78:\nPostgreSQL's TLS cannot be used \(.*sslrootcert.*\n$/,
    )
  })
})

const signals = {
  'a service manager': ({ pid = 0 }: ChildProcess) => process.kill(pid, 'SIGTERM'),
  // A terminal tells every process that it started, and npm tells its own once more.
  'Ctrl-C': async ({ pid = 0 }: ChildProcess) => {
    process.kill(-pid, 'SIGINT')
    await pause(50)
    process.kill(pid, 'SIGINT')
  },
  'a terminal that is closed': ({ pid = 0 }: ChildProcess) => process.kill(-pid, 'SIGHUP'),
}

describe('the demo', () => {
  test.each(Object.entries(signals))(
    'stopped by %s, stops in order',
    async (_, send) => {
      const mail = await startSmtpServer()
      Object.assign(mail, { behaviour: 'slow', slowMs: 800 })
      const dataDir = mkdtempSync(join(tmpdir(), 'svichka-start-'))
      const [PORT, SANDBOX_PORT] = [String(await findFreePort()), String(await findFreePort())]
      const child = spawn(process.execPath, [resolve('dist/start/start.js')], {
        cwd: tmpdir(),
        env: { PORT, SANDBOX_PORT, DATA_DIR: dataDir, SMTP_URL: mail.url },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      let output = ''
      child.stdout.on('data', chunk => {
        output += chunk
      })
      await expect.poll(() => output).toContain('Svichka is ready')
      const { answer } = await beginOrder(`http://127.0.0.1:${PORT}`, mail)
      const ended = once(child, 'exit')
      await send(child)
      expect(await (await answer).json()).toMatchObject({ success: true })
      expect(await ended).toEqual([0, null])
      const reached = mail.received.flatMap(({ to = [] }) => to.map(({ address }) => address))
      expect(reached).toContain('temple@localhost')
      const log = statSync(join(dataDir, 'svichka.db-wal'), { throwIfNoEntry: false })
      expect(log?.size ?? 0).toBe(0)
      rmSync(dataDir, { recursive: true })
      await mail.close()
    },
    30_000,
  )
})

test('an uncaught error is logged, and ends the process in order', async () => {
  const uncaught = 'process.on("SIGUSR2", () => { throw new Error("uncaught") })'
  const product = await startProduct({
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(uncaught)}` },
  })
  process.kill(product.server.pid(), 'SIGUSR2')
  await expect.poll(() => product.server.output()).toContain('stopping after an error')
  await expect.poll(() => fetch(product.url).catch(() => 'ended')).toBe('ended')
  await product.stop()
})
