import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runOps } from '../../../src/cli/run-ops'
import { openStore } from '../../../src/server/db/open-store'
import { engines } from '../../setup/test-store'
import { openOps } from './open-ops'

const run = (line: string, variables: Record<string, string>) =>
  runOps(line.split(' '), { variables: { CARD_PROVIDER: 'none', ...variables }, now: Date.now })

it('a command never creates a store, and names the place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svichka-none-'))
  const DATA_DIR = join(folder, 'data')
  for (const line of ['orders', 'backup', 'show K7F3-9QXM', 'doctor'])
    expect((await run(line, { DATA_DIR })).exitCode).not.toBe(0)
  const { output, errors, exitCode } = await run('orders --json', { DATA_DIR })
  expect({ output, exitCode }).toEqual({ output: '', exitCode: 78 })
  expect(errors).toContain(`The store ${join(DATA_DIR, 'svichka.db')} does not exist`)
  expect(existsSync(DATA_DIR)).toBe(false)
  rmSync(folder, { recursive: true })
})

it('a relative DATA_DIR begins at the program’s folder, wherever the command is typed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svichka-folder-'))
  const store = await openStore({ databaseUrl: null, dataDir: join(folder, 'data') })
  await store.close()
  const { exitCode, errors } = await runOps(['orders'], {
    variables: { CARD_PROVIDER: 'none' },
    folder,
    now: Date.now,
  })
  expect({ exitCode, errors }).toEqual({
    exitCode: 0,
    errors: '',
  })
  rmSync(folder, { recursive: true })
})

it('the store is for its own user only, whatever the umask', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svichka-modes-'))
  const before = process.umask(0o022)
  try {
    mkdirSync(join(folder, 'data'))
    const store = await openStore({ databaseUrl: null, dataDir: join(folder, 'data') })
    for (const ending of ['', '-wal', '-shm'])
      expect(statSync(join(folder, 'data', `svichka.db${ending}`)).mode & 0o077).toBe(0)
    await store.close()
  } finally {
    process.umask(before)
  }
  rmSync(folder, { recursive: true })
})

it.each(engines)(
  'a store of a newer version is rejected by server and command, on %s',
  async engine => {
    const ops = await openOps(engine)
    await sql`insert into kysely_migration (name, timestamp) values ('999-next', '')`.execute(
      ops.store.db,
    )
    expect(await ops.run('orders')).toMatchObject({
      exitCode: 78,
      output: expect.stringContaining('newer version'),
    })
    const { databaseUrl, dataDir } = ops.place
    await expect(openStore({ databaseUrl, dataDir })).rejects.toThrow('newer version')
  },
)
