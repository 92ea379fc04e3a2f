import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './free-port'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

const advice =
  'The tests need PostgreSQL: install it (Debian: apt-get install postgresql; macOS: brew install postgresql), ' +
  'or set TEST_DATABASE_URL to a server where databases may be created.'

/** A real PostgreSQL of its own for this run, removed afterwards. Never skipped. */
export async function setup(project: {
  provide(key: 'postgresUrl', value: string): void
}): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return async () => {}
  }
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}

/** Starts a cluster in a temporary folder. fsync is off: a test run need not survive a power cut. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const bin = findBinaries() ?? install()
  const folder = mkdtempSync(join(tmpdir(), 'svichka-postgres-'))
  const owner = ownerOf(folder)
  const port = await findFreePort()
  execFileSync(
    join(bin, 'initdb'),
    ['-D', folder, '-U', 'svichka', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    {
      ...owner,
      stdio: 'pipe',
    },
  )
  const settings = ['fsync=off', 'max_connections=200', `unix_socket_directories=${folder}`]
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', folder, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap(s => ['-c', s])],
    { ...owner, stdio: 'ignore' },
  )
  const url = `postgres://svichka@127.0.0.1:${port}/postgres`
  await waitUntilReady(url)
  return {
    url,
    async stop() {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findBinaries(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const places = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map(v => `/usr/lib/postgresql/${v}/bin`),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return places.find(place => existsSync(join(place, 'initdb'))) ?? null
}

function install(): string {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(advice)
  execFileSync('apt-get', ['update'], { stdio: 'ignore' })
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], {
    stdio: 'ignore',
  })
  const found = findBinaries()
  if (!found) throw new Error(advice)
  return found
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
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(100)
    }
  }
  throw new Error(`PostgreSQL did not come up. ${advice}`)
}
