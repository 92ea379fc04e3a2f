import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findPostgres, findProgram } from '../../../scripts/programs'
import { runOps } from '../../../src/cli/run-ops'
import { readConfig } from '../../../src/server/config/read-config'
import { insertEmails } from '../../../src/server/db/emails'
import { checkpointWal } from '../../../src/server/db/engines'
import { findLinkKey, renewLinkKey } from '../../../src/server/db/link-key'
import { openStore } from '../../../src/server/db/open-store'
import { findInstallation } from '../../../src/server/db/secrets'
import { findStoreFile } from '../../../src/server/db/sqlite'
import { openDatabase } from '../../../src/server/db/sqlite-database'
import { inTransaction } from '../../../src/server/db/store'
import { setWatermark } from '../../../src/server/db/watermarks'
import { createEmailSettings } from '../../../src/server/emails/layout'
import { ensureLinks } from '../../../src/server/orders/renew-links'
import { backUpNightly } from '../../../src/server/retention/back-up-nightly'
import { formatTime, startOfDay } from '../../../src/server/time-zone'
import { dayMs } from '../../../src/shared/durations'
import { engines, openStorePlace } from '../../setup/test-store'
import { buildEmail } from '../emails/build-email'
import { quietLog } from '../emails/mail-config'
import { openOps, opsForEach } from './open-ops'

/** Runs the command line as a process, next to the server. Resolves to its exit code. */
async function runProgram(dataDir: string, ...words: string[]): Promise<unknown> {
  const child = spawn(process.execPath, [resolve('dist/cli/main.js'), ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const [exitCode] = await once(child, 'close')
  return exitCode
}

describe('backups of the embedded store', () => {
  const ops = opsForEach('sqlite')

  /** Resolves to the path of a new backup. */
  async function backUp(): Promise<string> {
    const { output, exitCode } = await ops.run('backup --json')
    expect(exitCode).toBe(0)
    return JSON.parse(output).file
  }

  /** A store with this content, in a folder of its own: this process has its own file open. */
  async function openServer(dataDir = join(ops.dataDir, 'server')) {
    mkdirSync(dataDir)
    await checkpointWal(ops.store)
    const path = findStoreFile(dataDir)
    await copyFile(findStoreFile(ops.dataDir), path)
    return {
      server: openDatabase(path),
      run: (line: string) => ops.run(line, { DATA_DIR: dataDir }),
      open: () => openStore({ databaseUrl: null, dataDir }),
      replaced: () => readdirSync(dataDir).filter(name => name.startsWith('replaced-')),
    }
  }

  it('a backup taken while orders come in is whole, and for its own user from its first byte on', async () => {
    await sql`create table padding as with recursive
      n(i) as (select 1 union all select i + 1 from n where i < 20000)
      select randomblob(2000) as page from n`.execute(ops.store.db)
    const folder = join(ops.dataDir, 'copies')
    mkdirSync(folder)
    const modes: number[] = []
    let placed = 0
    let stopped = false
    const placing = (async () => {
      while (!stopped) {
        await ops.putOrder({ id: `order-${placed}`, code: `AAAA-${1000 + placed}` })
        placed += 1
        for (const name of readdirSync(folder)) {
          // It may have been renamed since.
          const found = statSync(join(folder, name), { throwIfNoEntry: false })
          if (found) modes.push(found.mode & 0o077)
        }
        await pause(1)
      }
    })()
    while (placed < 50) await pause(5)
    const before = placed
    const umask = process.umask(0o022)
    expect(await runProgram(ops.dataDir, 'backup', '--to', folder)).toBe(0)
    process.umask(umask)
    expect(placed).toBeGreaterThan(before)
    stopped = true
    await placing
    expect(new Set(modes)).toEqual(new Set([0]))

    const [name = '', ...unfinished] = readdirSync(folder)
    expect(unfinished).toEqual([])
    using copy = new DatabaseSync(join(folder, name), { readOnly: true })
    const { count } = copy.prepare('select count(*) as count from orders').get()
    expect(count).toBeGreaterThanOrEqual(before)
  })

  it('the newest fourteen are kept that are not older than RETENTION_DAYS, and other files stay', async () => {
    const folder = join(ops.dataDir, 'copies')
    mkdirSync(folder)
    writeFileSync(join(folder, 'diary.db'), '')
    writeFileSync(join(folder, 'svichka-backup.unfinished'), 'of a killed backup')
    const days = Array.from({ length: 16 }, (_, i) => `svichka-2026-11-${i + 1}T02-00-00-000Z.db`)
    for (const name of days) writeFileSync(join(folder, name.replace(/-(\dT)/, '-0$1')), '')
    const old = new Date(ops.clock.now - 91 * dayMs)
    utimesSync(join(folder, 'svichka-2026-11-16T02-00-00-000Z.db'), old, old)
    expect((await ops.run(`backup --to ${folder}`)).exitCode).toBe(0)
    const left = readdirSync(folder)
    expect(left[0]).toBe('diary.db')
    expect(left.slice(1).map(name => name.slice(8, 18))).toEqual([
      ...Array.from({ length: 12 }, (_, i) => `2026-11-${String(i + 4).padStart(2, '0')}`),
      '2026-11-20',
    ])
  })

  it('go to BACKUP_TO, and the doctor warns until it is on another disk', async () => {
    const folder = join(ops.dataDir, 'copies')
    const production = { NODE_ENV: 'production', BACKUP_TO: folder }
    const said = async (variables: Record<string, string>) =>
      (await ops.run('doctor', variables)).output.replace(/\s+/g, ' ')
    expect((await ops.run('backup', production)).output).toContain('is its disk mounted?')
    expect(await said(production)).toContain(`There is no folder ${folder} (BACKUP_TO).`)
    mkdirSync(folder)
    expect((await ops.run('backup', production)).exitCode).toBe(0)
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await said(production)).toContain(`in ${folder}, are on the store’s own disk`)
    expect(await said({ ...production, BACKUP_TO: '/proc' })).toContain('are on another disk')
    expect(await said({ NODE_ENV: 'production' })).toContain('are on the store’s own disk')
  })

  // A file system of its own takes root.
  it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'none is made while less than twice the store is free',
    async () => {
      const folder = join(ops.dataDir, 'small')
      mkdirSync(folder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
      onTestFinished(() => void execFileSync('umount', [folder]))
      expect(await ops.run(`backup --to ${folder}`)).toMatchObject({
        exitCode: 1,
        output: expect.stringMatching(/less than twice the store .* nothing was copied/),
      })
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('the server makes one a night, by a process of its own', async () => {
    vi.stubEnv('DATA_DIR', ops.dataDir)
    onTestFinished(() => void vi.unstubAllEnvs())
    const services = { store: ops.store, log: quietLog, now: () => ops.clock.now }
    const made = async (at: number) => {
      ops.clock.now = at
      await backUpNightly(services, 'Europe/Kyiv')
      return readdirSync(ops.dataDir).includes('backups')
        ? readdirSync(join(ops.dataDir, 'backups')).length
        : 0
    }
    // The command notes the time by the clock of the machine.
    const night = startOfDay(formatTime(Date.now(), 'Europe/Kyiv').slice(0, 10), 'Europe/Kyiv')
    await setWatermark(ops.store.db, 'backup-at', night - dayMs)
    expect(await made(night + 119 * 60_000)).toBe(0)
    expect(await made(night + 120 * 60_000)).toBe(1)
    await setWatermark(ops.store.db, 'backup-at', night + 120 * 60_000)
    expect(await made(night + 180 * 60_000)).toBe(1)
    expect(await made(night + 27 * 60 * 60_000)).toBe(2)
    ops.clock.now += dayMs
    writeFileSync(join(ops.dataDir, 'unused'), '')
    vi.stubEnv('BACKUP_TO', join(ops.dataDir, 'unused'))
    await setWatermark(ops.store.db, 'backup-at', 1)
    await expect(backUpNightly(services, 'Europe/Kyiv')).rejects.toThrow('is its disk mounted?')
  })

  it('what cannot be used is explained, and nothing is written', async () => {
    const { dataDir } = ops
    const before = readdirSync(dataDir)
    for (const [line, exitCode, said] of [
      // A missing folder may be a disk that is not mounted.
      [`backup --to ${join(dataDir, 'mnt')}`, 64, 'is its disk mounted?'],
      [`backup --to ${findStoreFile(dataDir)}`, 64, 'is its disk mounted?'],
      [`restore ${join(dataDir, 'typo.db')} --yes`, 1, 'cannot be read as a backup'],
    ] as const)
      expect(await ops.run(line)).toMatchObject({
        exitCode,
        output: expect.stringContaining(said),
      })
    expect(readdirSync(dataDir)).toEqual(before)
  })

  it('hold no keys, so a lost one opens no page of the temple’s', async () => {
    await inTransaction(ops.store, trx => renewLinkKey(trx, 1))
    const key = await findLinkKey(ops.store.db)
    const id = await findInstallation(ops.store.db, 1)
    const { id: noticeId } = await ops.putOrder({
      ...{ code: 'AAAA-0001', createdAt: 1, noticeId: 'order-AAAA-0001' },
    })
    const notice = buildEmail({ subjectId: noticeId, kind: 'temple-notice' })
    await inTransaction(ops.store, trx => insertEmails(trx, [notice], 1))
    await ops.store.db.updateTable('emails').set({ state: 'sent', sentAt: 1 }).execute()
    const file = await backUp()
    expect((await readFile(file, 'latin1')).includes(key ?? '')).toBe(false)
    await ops.putOrder({ code: 'AAAA-0002', createdAt: 2 })

    const { server, run, open } = await openServer()
    server.close()
    expect((await run(`restore ${file}`)).output).toContain('Newer orders: 1')
    expect((await run(`restore ${file} --yes`)).exitCode).toBe(0)
    const restored = await open()
    expect(await restored.db.selectFrom('orders').select('code').execute()).toEqual([
      { code: 'AAAA-0001' },
    ])
    // Links from before the restore have ended: the server makes another key, and sends what waits.
    expect(await findLinkKey(restored.db)).toBe(null)
    const emailSettings = createEmailSettings(readConfig({}))
    await ensureLinks({ store: restored, emailSettings, now: () => 3 })
    expect(await findLinkKey(restored.db)).not.toBe(key)
    const emails = restored.db.selectFrom('emails').select('kind').where('state', '=', 'waiting')
    expect(await emails.execute()).toEqual([{ kind: 'temple-summary' }])
    expect(await findInstallation(restored.db, 2)).toBe(id)
    await restored.close()
  })

  describe('over a store that this version cannot use', () => {
    let file: string
    beforeEach(async () => {
      file = await backUp()
    })

    it('a restore is rejected while a server of a newer version runs, and keeps its orders', async () => {
      await sql`insert into kysely_migration (name, timestamp) values ('999-next', '')`.execute(
        ops.store.db,
      )
      await ops.putOrder({ code: 'AAAA-0002' })
      const { server, run, replaced } = await openServer()
      expect((await run(`restore ${file} --yes`)).output).toContain('stop it first')
      server.close()
      expect((await run(`restore ${file} --yes`)).output).toContain('Newer orders: 1')
      const [name = ''] = replaced()
      using old = new DatabaseSync(join(ops.dataDir, 'server', name), { readOnly: true })
      expect(old.prepare('select code from orders').all()).toEqual([{ code: 'AAAA-0002' }])
    })

    it('a damaged one is put away whole, with its log, and the restore says what it cannot know', async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(ops.store.db)
      await ops.putOrder({ code: 'AAAA-0002' })
      const log = await readFile(join(ops.dataDir, 'svichka.db-wal'))
      expect(log.length).toBeGreaterThan(0)
      const { server, run, open, replaced } = await openServer()
      server.close()
      const path = findStoreFile(join(ops.dataDir, 'server'))
      const text = 'not a database, and longer than the header of one '.repeat(100)
      writeFileSync(path, text)
      writeFileSync(`${path}-wal`, log)
      for (const line of [`restore ${file}`, `restore ${file} --yes`])
        expect(await run(line)).toMatchObject({
          exitCode: 0,
          output: expect.stringContaining('cannot be read'),
        })
      const kept = replaced().map(name => readFileSync(join(ops.dataDir, 'server', name)))
      expect(kept).toEqual([Buffer.from(text), log])
      await (await open()).close()
    })

    // strace is a command of Linux. It counts the calls of each thread.
    it.runIf(process.platform === 'linux').for(['rename', 'link', 'unlink'])(
      'a restore that is killed at any %s leaves the old store or the restored one',
      async call => {
        await ops.putOrder({ code: 'AAAA-0002' })
        const left: string[] = []
        for (let exitCode: unknown = null; exitCode !== 0; ) {
          const dataDir = join(ops.dataDir, `server-${left.length}`)
          const { server } = await openServer(dataDir)
          server.close()
          const killing = `inject=/^${call}(at2?)?$:signal=SIGKILL:when=${left.length + 1}`
          const { status } = spawnSync(
            findProgram('strace'),
            [
              ...['-f', '-qq', '-o', '/dev/null', '-e', killing, process.execPath],
              ...[resolve('dist/cli/main.js'), 'restore', file, '--yes'],
            ],
            { env: { ...process.env, DATA_DIR: dataDir, UV_THREADPOOL_SIZE: '1' } },
          )
          exitCode = status
          const store = await openStore({ databaseUrl: null, dataDir })
          const codes = await store.db.selectFrom('orders').select('code').execute()
          left.push(codes.map(order => order.code).join() || 'restored')
          await store.close()
        }
        expect(left.at(-1)).toBe('restored')
        expect(left.slice(0, -1)).toEqual(left.slice(0, -1).fill('AAAA-0002'))
        expect(left.length).toBeGreaterThan(1)
      },
    )

    it('a restore that fails leaves no copy behind', async () => {
      const { server, run } = await openServer()
      server.exec('drop table secrets')
      server.close()
      expect((await run(`restore ${file} --yes`)).exitCode).toBe(1)
      expect(readdirSync(join(ops.dataDir, 'server'))).toEqual(['svichka.db'])
    })

    it('one that cannot be opened stays where it is', async () => {
      await ops.store.close()
      const path = findStoreFile(ops.dataDir)
      await rm(path)
      mkdirSync(path)
      expect((await ops.run(`restore ${file} --yes`)).exitCode).not.toBe(0)
      expect(readdirSync(ops.dataDir).filter(name => name.startsWith('replaced-'))).toEqual([])
    })
  })
})

it('a backup of PostgreSQL is left to its own tool, and says so', async () => {
  const ops = await openOps('postgres')
  expect(await ops.run('backup')).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('pg_dump'),
  })
})

it('a dump of PostgreSQL, by the line of the manual, holds no keys either', async () => {
  const ops = await openOps('postgres')
  await inTransaction(ops.store, trx => renewLinkKey(trx, 1))
  const key = await findLinkKey(ops.store.db)
  const id = await findInstallation(ops.store.db, 1)
  await ops.putOrder({ code: 'AAAA-0001', createdAt: 1 })
  const line = readFileSync('docs/operating.md', 'utf8')
  const [, options = ''] = /pg_dump (.*?) "\$DATABASE_URL"/.exec(line) ?? []
  const file = join(ops.dataDir, 'dump')
  const { databaseUrl } = await openStorePlace('postgres')
  const run = (program: string, ...words: string[]) =>
    execFileSync(join(findPostgres(), program), words, { encoding: 'utf8' })
  run('pg_dump', ...options.split(' '), '-f', file, ops.place.databaseUrl ?? '')
  const content = run('pg_restore', '-f', '-', file)
  expect(content).toContain(id)
  expect(content).not.toContain(key)

  run('pg_restore', '--no-owner', '-d', databaseUrl ?? '', file)
  const restored = await openStore({ databaseUrl, dataDir: ops.dataDir })
  expect(await findLinkKey(restored.db)).toBe(null)
  expect(await findInstallation(restored.db, 2)).toBe(id)
  await restored.close()
})

describe.each(engines)('on %s', engine => {
  it('backups of another program are noted, and missed from the first order on', async () => {
    const ops = await openOps(engine)
    const isMissed = async () => {
      const { output } = await ops.run('doctor --json', { NODE_ENV: 'production' })
      return output.includes('No backup was made in the last two days')
    }
    expect(await isMissed()).toBe(false)
    await ops.putOrder({ createdAt: ops.clock.now - 49 * 3_600_000 })
    expect(await isMissed()).toBe(true)
    expect((await ops.run('backup --note')).exitCode).toBe(0)
    expect(await isMissed()).toBe(false)
  })

  it('a command makes the tables of an empty store, and sends nothing', async () => {
    const { dataDir, databaseUrl } = await openStorePlace(engine)
    const variables = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', CARD_PROVIDER: 'none' }
    const run = (line: string) => runOps(line.split(' '), { variables, now: Date.now })
    expect((await run('orders')).exitCode).toBe(78)
    expect((await run('migrate')).output).toContain('has the tables of this version')
    expect(await run('orders')).toMatchObject({ exitCode: 0, output: 'No such orders.' })
    expect(await run('emails')).toMatchObject({ output: 'No such emails.' })
  })
})
