import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '../../scripts/programs'
import { findFreePort } from './free-port'

/** A cluster in a temporary folder. */
export interface Postgres {
  url: string
  stop(): Promise<void>
}

/** Starts an empty cluster. Without fsync, because a test run need not survive a power cut. */
export async function startPostgres({
  inMemory = false,
}: {
  /** Keeps its files in memory where possible. */
  inMemory?: boolean
} = {}): Promise<Postgres> {
  const bin = findPostgres()
  const folder = mkdtempSync(join(inMemory ? findMemory() : tmpdir(), 'svichka-postgres-'))
  const owner = giveToPostgres(folder)
  const port = await findFreePort()
  const options = ['-U', 'svichka', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-D', folder]
  await promisify(execFile)(join(bin, 'initdb'), [...options, '--no-sync'], owner)
  const settings = [
    'fsync=off',
    // Our tests analyze the tables that they fill, without a worker's lock.
    'autovacuum=off',
    'max_connections=200',
    // The default of 1 GB would fill the memory.
    ...(inMemory ? ['max_wal_size=128MB'] : []),
    // Sockets in its folder, so that a killed server leaves nothing behind.
    'dynamic_shared_memory_type=mmap',
    `unix_socket_directories=${folder}`,
    // `serializable` is what distributed engines give.
    `default_transaction_isolation=${process.env.TEST_ISOLATION ?? 'read committed'}`,
  ]
  const url = `postgres://svichka@127.0.0.1:${port}/postgres`
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', folder, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap(s => ['-c', s])],
    { ...owner, stdio: 'ignore' },
  )
  await waitUntilReady(url)
  return {
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Linux' file system in memory, if it has room: creating a database's 300 files on a disk can take a
 * quarter of a second of processor time.
 */
export function findMemory(): string {
  const memory = '/dev/shm'
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 1024 ** 3 ? memory : tmpdir()
}

/** PostgreSQL does not run as root, so its own user runs it. */
export function giveToPostgres(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const uid = Number(execFileSync('id', ['-u', 'postgres']).toString())
  const gid = Number(execFileSync('id', ['-g', 'postgres']).toString())
  chownSync(folder, uid, gid)
  return { uid, gid }
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL did not accept a connection within 60 s')
}
