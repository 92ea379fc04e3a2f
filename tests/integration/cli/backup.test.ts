import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertEmails } from '../../../src/server/db/emails'
import { emptyLog } from '../../../src/server/db/engines'
import { openStore } from '../../../src/server/db/open-store'
import { readOrCreateSecret } from '../../../src/server/db/secrets'
import { findStoreFile } from '../../../src/server/db/sqlite'
import { openDatabase } from '../../../src/server/db/sqlite-database'
import { buildEmail } from '../emails/build-email'
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

  /** The store in a folder of its own. This process has the file of its own store open until it ends. */
  async function copyUsedStore(): Promise<string> {
    const dataDir = join(ops.dataDir, 'server')
    mkdirSync(dataDir)
    await emptyLog(ops.store)
    await copyFile(findStoreFile(ops.dataDir), findStoreFile(dataDir))
    return dataDir
  }

  it('a backup taken while orders come in is whole and can be put in place', async () => {
    const file = join(ops.dataDir, 'copy.db')
    let placed = 0
    let stopped = false
    const placing = (async () => {
      while (!stopped) {
        await ops.putOrder({ id: `order-${placed}`, code: `AAAA-${1000 + placed}` })
        placed += 1
        await new Promise(resolve => setTimeout(resolve, 1))
      }
    })()
    while (placed < 50) await new Promise(resolve => setTimeout(resolve, 5))
    const before = placed
    expect(await runProgram(ops.dataDir, 'backup', '--to', file)).toBe(0)
    expect(placed).toBeGreaterThan(before)
    stopped = true
    await placing
    expect((await stat(file)).mode & 0o077).toBe(0)

    const restored = await mkdtemp(join(tmpdir(), 'svichka-restored-'))
    await copyFile(file, join(restored, 'svichka.db'))
    const store = await openStore({ databaseUrl: null, dataDir: restored })
    const kept = await store.db.selectFrom('orders').select('id').execute()
    expect(kept.length).toBeGreaterThanOrEqual(before)
    await store.close()
    await rm(restored, { recursive: true })
  })

  it('a backup overwrites nothing and leaves nothing unfinished', async () => {
    expect((await ops.run(`backup --to ${join(ops.dataDir, 'svichka.db')}`)).exitCode).toBe(64)
    const folder = join(ops.dataDir, 'backups')
    mkdirSync(folder)
    writeFileSync(join(folder, 'svichka-backup.unfinished'), 'of a killed backup')
    expect((await ops.run('backup')).exitCode).toBe(0)
    const [name = '', ...more] = await readdir(join(ops.dataDir, 'backups'))
    expect(more).toEqual([])
    expect(name).toMatch(/^svichka-2026-11-20T.*\.db$/)
  })

  it('a backup is for its own user from its first byte on', async () => {
    await sql`create table padding as with recursive
      n(i) as (select 1 union all select i + 1 from n where i < 20000)
      select randomblob(2000) as page from n`.execute(ops.store.db)
    const unfinished = join(ops.dataDir, 'svichka-backup.unfinished')
    const modes: number[] = []
    const watching = setInterval(() => {
      const mode = statSync(unfinished, { throwIfNoEntry: false })?.mode
      if (mode) modes.push(mode & 0o077)
    }, 1)
    const before = process.umask(0o022)
    const exitCode = await runProgram(ops.dataDir, 'backup', '--to', join(ops.dataDir, 'copy.db'))
    process.umask(before)
    clearInterval(watching)
    expect(exitCode).toBe(0)
    expect(modes.length).toBeGreaterThan(0)
    expect(modes.filter(mode => mode !== 0)).toEqual([])
  })

  it('a missing folder is not used as a file', async () => {
    const missing = join(ops.dataDir, 'mnt', 'backups')
    mkdirSync(join(ops.dataDir, 'mnt'))
    expect(await ops.run(`backup --to ${missing}`)).toMatchObject({
      exitCode: 64,
      output: expect.stringContaining('There is no folder'),
    })
    expect(readdirSync(join(ops.dataDir, 'mnt'))).toEqual([])
  })

  it('restoring a file that is not there says so, and makes no file of that name', async () => {
    const missing = join(ops.dataDir, 'typo.db')
    expect(await ops.run(`restore ${missing} --yes`)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('cannot be read as a backup'),
    })
    expect(await readdir(ops.dataDir)).not.toContain('typo.db')
  })

  it('keep the newest, and reject a disk that is missing or not mounted', async () => {
    const folder = join(ops.dataDir, 'copies')
    mkdirSync(folder)
    writeFileSync(join(folder, 'diary.db'), '')
    for (let day = 0; day < 4; day += 1) {
      ops.clock.now += 86_400_000
      expect((await ops.run(`backup --to ${folder} --keep 2`)).exitCode).toBe(0)
    }
    expect(readdirSync(folder)).toHaveLength(3)
    expect((await ops.run('backup --to /nowhere/copy.db')).exitCode).toBe(64)
    expect((await ops.run(`backup --to ${folder} --other-disk`)).exitCode).toBe(1)
  })

  it('hold no keys and no reply tags, and come back with those of the store they replace', async () => {
    const key = await readOrCreateSecret(ops.store.db, 'reply-token', 1)
    const id = await readOrCreateSecret(ops.store.db, 'installation', 1)
    await ops.putOrder({ code: 'AAAA-0001', createdAt: 1 })
    const replyTo = 'candle+aaaa0001-0123456789abcdef01234567@example.org'
    const toTemple = buildEmail({ kind: 'temple-notice', replyTo })
    const toDonor = buildEmail({ kind: 'donor-thanks', replyTo: 'temple@example.org' })
    await insertEmails(ops.store.db, [toTemple, toDonor], 1)
    const file = join(ops.dataDir, 'copy.db')
    expect((await ops.run(`backup --to ${file}`)).exitCode).toBe(0)
    const copied = await readFile(file, 'latin1')
    expect(copied.includes(key)).toBe(false)
    expect(copied.includes('aaaa0001-0123456789abcdef01234567')).toBe(false)
    await ops.putOrder({ code: 'AAAA-0002', createdAt: 2 })

    const dataDir = await copyUsedStore()
    const run = (line: string) => ops.run(line, { DATA_DIR: dataDir })
    const server = openDatabase(findStoreFile(dataDir))
    expect((await run(`restore ${file} --yes`)).output).toContain('stop it first')
    server.close()
    expect((await run(`restore ${file}`)).output).toContain('Newer orders: 1')
    expect((await run(`restore ${file} --yes`)).exitCode).toBe(0)
    const restored = await openStore({ databaseUrl: null, dataDir })
    expect(await restored.db.selectFrom('orders').select('code').execute()).toEqual([
      { code: 'AAAA-0001' },
    ])
    const answered = restored.db.selectFrom('emails').select('replyTo').orderBy('kind')
    expect(await answered.execute()).toEqual([{ replyTo: 'temple@example.org' }, { replyTo: null }])
    expect(await readOrCreateSecret(restored.db, 'reply-token', 2)).toBe(key)
    expect(await readOrCreateSecret(restored.db, 'installation', 2)).toBe(id)
    await restored.close()
    const [putAway = ''] = readdirSync(dataDir).filter(name => name.startsWith('replaced-'))
    const old = new DatabaseSync(join(dataDir, putAway))
    expect(old.prepare('select count(*) as count from orders').get()).toMatchObject({ count: 2 })
    old.close()
  })

  describe('over a store that this version cannot use', () => {
    let file: string
    beforeEach(async () => {
      file = join(ops.dataDir, 'copy.db')
      expect((await ops.run(`backup --to ${file}`)).exitCode).toBe(0)
    })

    it('a restore is rejected while a server of a newer version runs, and keeps its orders', async () => {
      await sql`insert into kysely_migration (name, timestamp) values ('999-next', '')`.execute(
        ops.store.db,
      )
      await ops.putOrder({ code: 'AAAA-0002' })
      const dataDir = await copyUsedStore()
      const run = (line: string) => ops.run(line, { DATA_DIR: dataDir })
      const server = openDatabase(findStoreFile(dataDir))
      expect((await run(`restore ${file} --yes`)).output).toContain('stop it first')
      server.close()
      expect((await run(`restore ${file} --yes`)).output).toContain('Newer orders: 1')
      const [putAway = ''] = readdirSync(dataDir).filter(name => name.startsWith('replaced-'))
      const old = new DatabaseSync(join(dataDir, putAway), { readOnly: true })
      expect(old.prepare('select code from orders').all()).toEqual([{ code: 'AAAA-0002' }])
      old.close()
    })

    it('a damaged one is put away whole, with its log, and the restore says what it cannot know', async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(ops.store.db)
      await ops.putOrder({ code: 'AAAA-0002' })
      const dataDir = join(ops.dataDir, 'damaged')
      mkdirSync(dataDir)
      const log = await readFile(join(ops.dataDir, 'svichka.db-wal'))
      expect(log.length).toBeGreaterThan(0)
      const text = 'not a database, and longer than the header of one '.repeat(100)
      writeFileSync(join(dataDir, 'svichka.db'), text)
      writeFileSync(join(dataDir, 'svichka.db-wal'), log)
      const run = (line: string) => ops.run(line, { DATA_DIR: dataDir })
      expect((await run(`restore ${file}`)).output).toContain('cannot be read')
      expect(await run(`restore ${file} --yes`)).toMatchObject({
        exitCode: 0,
        output: expect.stringContaining('cannot be read'),
      })
      const [name = ''] = readdirSync(dataDir).filter(each => /^replaced-.*db$/.test(each))
      expect(await readFile(join(dataDir, name), 'utf8')).toBe(text)
      expect((await readFile(join(dataDir, `${name}-wal`))).equals(log)).toBe(true)
      const restored = await openStore({ databaseUrl: null, dataDir })
      await restored.close()
    })

    it('one that cannot be opened stays where it is', async () => {
      await ops.store.close()
      const store = join(ops.dataDir, 'svichka.db')
      await rm(store)
      mkdirSync(store)
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
  await ops.close()
})
