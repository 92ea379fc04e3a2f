import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../src/server/db/store'
import { openOps } from './open-ops'

/** Runs the command line as a process of its own, as beside a running server. Resolves to its exit code. */
async function runProgram(dataDir: string, ...words: string[]): Promise<unknown> {
  const child = spawn(process.execPath, ['--import', 'tsx', resolve('src/cli/main.ts'), ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const [exitCode] = await once(child, 'close')
  return exitCode
}

it('a backup taken while orders come in is whole and can be put in place', async () => {
  const ops = await openOps('sqlite')
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
  await ops.close()
})

it('a backup overwrites nothing and leaves nothing unfinished', async () => {
  const ops = await openOps('sqlite')
  expect((await ops.run(`backup --to ${join(ops.dataDir, 'svichka.db')}`)).exitCode).toBe(64)
  expect((await ops.run('backup')).exitCode).toBe(0)
  const [name = '', ...more] = await readdir(join(ops.dataDir, 'backups'))
  expect(more).toEqual([])
  expect(name).toMatch(/^svichka-2026-11-20T.*\.db$/)
  await ops.close()
})

it('a backup of PostgreSQL is left to its own tool, and says so', async () => {
  const ops = await openOps('postgres')
  const { output, exitCode } = await ops.run('backup')
  expect({ output, exitCode }).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('pg_dump'),
  })
  await ops.close()
})
