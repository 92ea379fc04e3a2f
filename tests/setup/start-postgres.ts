import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
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
  /** Its postmaster's process id. */
  pid(): number
  /** `kill -9` of all its processes, like a lost machine. */
  kill(): Promise<void>
  /** Stops it like a crash, without a final checkpoint, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a cluster: an empty one, or a standby that streams from another. Without `fsync`, because
 * a test run need not survive a power cut.
 */
export async function startPostgres({
  fsync = false,
  inMemory = false,
  standbyOf,
}: {
  fsync?: boolean
  /** Keeps its files in memory where possible. */
  inMemory?: boolean
  standbyOf?: Postgres
} = {}): Promise<Postgres> {
  const bin = findPostgres()
  const folder = mkdtempSync(join(inMemory ? findMemory() : tmpdir(), 'svichka-postgres-'))
  const owner = ownerOf(folder)
  const port = await findFreePort()
  const [program, ...options] = standbyOf
    ? ['pg_basebackup', '-d', standbyOf.url, '-R', '-c', 'fast']
    : ['initdb', '-U', 'svichka', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  await promisify(execFile)(join(bin, program), [...options, '-D', folder, '--no-sync'], owner)
  const settings = [
    `fsync=${fsync ? 'on' : 'off'}`,
    'max_connections=200',
    // The default of 1 GB would fill the memory.
    ...(inMemory ? ['max_wal_size=128MB'] : []),
    // In its folder, so a killed server leaves nothing behind.
    'dynamic_shared_memory_type=mmap',
    `unix_socket_directories=${folder}`,
    // `serializable` is what distributed engines give.
    `default_transaction_isolation=${process.env.TEST_ISOLATION ?? 'read committed'}`,
  ]
  const url = `postgres://svichka@127.0.0.1:${port}/postgres`
  const start = async () => {
    const started = spawn(
      join(bin, 'postgres'),
      ['-D', folder, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap(s => ['-c', s])],
      { ...owner, stdio: 'ignore' },
    )
    await waitUntilReady(url)
    return started
  }
  const end = async (server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  let server = await start()
  return {
    url,
    pid: () => server.pid ?? 0,
    async kill() {
      const ended = once(server, 'exit')
      const others = childrenOf(server.pid ?? 0)
      server.kill('SIGKILL')
      for (const pid of others) tryToKill(pid)
      await ended
    },
    async restart() {
      await end(server, 'SIGQUIT')
      server = await start()
    },
    async stop() {
      await end(server, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

function tryToKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/**
 * Linux' file system in memory, where it has room: a database is 300 files, and to place them on a
 * disk that is not empty can cost a quarter of a second of the processor.
 */
function findMemory(): string {
  const memory = '/dev/shm'
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 1024 ** 3 ? memory : tmpdir()
}

/** PostgreSQL refuses to run as root: then its own user does. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
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
