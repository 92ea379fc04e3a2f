import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { drawNumbers } from '../draw-numbers'
import { type Environment, startEnvironment } from '../environment'
import { isAnswered } from '../visitor'

interface PowerResult {
  cuts: number
  /** Cuts after which an answered order was missing. */
  lost: number
  /** Cuts after which SQLite found the store damaged. */
  damaged: number
}

type Change =
  | { kind: 'write'; file: string; offset: number; data: Buffer }
  | { kind: 'truncate'; file: string; size: number }

/** A system call of the server. `answer`: an order was answered as stored. */
type Call = Change | { kind: 'sync'; file: string } | { kind: 'answer' }

const files = ['svichka.db', 'svichka.db-wal']
const expected = Array.from({ length: 150 }, (_, order) => `power-cut-${order}`)
const sector = 512
const traced = 'trace=pwrite64,write,writev,fsync,fdatasync,ftruncate'
const preload = `--import=${resolve('tests/faults/power/relax-syncs.mjs')}`

/**
 * Cuts the power at random moments of a recorded run: synced writes stay, each other write is kept,
 * lost, or torn. The same for a store with fewer syncs, as a control.
 */
export async function runPowerCuts({ cuts, seed }: { cuts: number; seed: number }) {
  const run = async (env: Record<string, string>) => {
    const folder = await mkdtemp(join(tmpdir(), 'svichka-power-'))
    const calls = await recordCalls(folder, env)
    const result = await cutAgainAndAgain(folder, calls, cuts, drawNumbers(seed))
    await rm(folder, { recursive: true })
    return result
  }
  return { store: await run({}), control: await run({ NODE_OPTIONS: preload }) }
}

/**
 * Orders candle after candle from the real server. Returns its writes and syncs; the store as it
 * was before is in `folder/synced`.
 */
async function recordCalls(folder: string, variables: Record<string, string>): Promise<Call[]> {
  const env = await startEnvironment({ env: variables })
  try {
    const pid = env.product.server.pid()
    const endTrace = await traceCalls(env, join(folder, 'calls'))
    for (const file of files)
      await cp(join(env.product.dataDir, file), join(folder, 'synced', file))
    for (const key of expected) {
      const reply = await env.visitor(`Ганна ${key}`).orderFree({}, key)
      assert.ok(isAnswered(reply), `${key} was not taken`)
    }
    await endTrace()
    // The main thread, whose id is that of the process, writes store and answers.
    const lines = await readFile(join(folder, `calls.${pid}`), 'utf8')
    return lines.split('\n').flatMap(readCall)
  } finally {
    await env.close()
  }
}

/** Lets strace write the server's calls into a file of each thread, until it is ended. */
async function traceCalls(env: Environment, file: string): Promise<() => Promise<unknown>> {
  const pid = env.product.server.pid()
  const whole = ['-ff', '-y', '-xx', '-s', '10000000', '-e', traced, '-o', file, '-p', String(pid)]
  const tracer = spawn('strace', whole, { stdio: 'ignore' })
  let isMissing = false
  tracer.once('error', () => {
    isMissing = true
  })
  const isAttached = () =>
    /TracerPid:\s*[1-9]/.test(readFileSync(`/proc/${pid}/status`, 'utf8')) || isMissing
  await env.until('strace is attached', isAttached)
  assert.ok(!isMissing, 'This needs strace (Debian: apt-get install strace).')
  return () => {
    const ended = once(tracer, 'exit')
    tracer.kill('SIGINT')
    return ended
  }
}

function readCall(line: string): Call[] {
  const [, name = '', place = '', rest = ''] = /^(\w+)\(\d+<([^>]*)>(.*)$/.exec(line) ?? []
  const file = files.find(one => place.endsWith(encode(`/${one}`)))
  const isAnswer = name.startsWith('write') && rest.includes(encode('"success":true'))
  if (!file) return isAnswer ? [{ kind: 'answer' }] : []
  if (name.endsWith('sync')) return [{ kind: 'sync', file }]
  if (name === 'ftruncate')
    return [{ kind: 'truncate', file, size: Number.parseInt(rest.slice(2), 10) }]
  const [, bytes = '', offset = ''] = /^, "([^"]*)", \d+, (\d+)\)/.exec(rest) ?? []
  const data = Buffer.from(bytes.replaceAll('\\x', ''), 'hex')
  return [{ kind: 'write', file, offset: Number(offset), data }]
}

/** strace's notation of bytes. */
const encode = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '\\x$&')

async function cutAgainAndAgain(folder: string, calls: Call[], cuts: number, draw: () => number) {
  const [synced, cut] = [join(folder, 'synced'), join(folder, 'cut')]
  const moments = Array.from({ length: cuts }, () => Math.floor(draw() * calls.length))
  const result: PowerResult = { cuts, lost: 0, damaged: 0 }
  let unsynced: Change[] = []
  let answered = 0
  for (const [moment, call] of calls.entries()) {
    if (call.kind === 'answer') answered += 1
    else if (call.kind === 'sync') {
      for (const one of unsynced) if (one.file === call.file) await apply(synced, one)
      unsynced = unsynced.filter(one => one.file !== call.file)
    } else unsynced.push(call)
    for (const _ of moments.filter(one => one === moment)) {
      await cp(synced, cut, { recursive: true })
      for (const one of unsynced) {
        const kept = Math.floor(draw() * 3) / 2
        for (const part of splitAtSectors(one)) if (draw() < kept) await apply(cut, part)
      }
      const keys = readKeys(cut)
      if (!keys) result.damaged += 1
      else if (expected.slice(0, answered).some(key => !keys.includes(key))) result.lost += 1
      await rm(cut, { recursive: true })
    }
  }
  return result
}

/** Of a torn write, some sectors have reached the disk. */
function splitAtSectors(change: Change): Change[] {
  if (change.kind === 'truncate') return [change]
  const { data, offset } = change
  return Array.from({ length: Math.ceil(data.length / sector) }, (_, index) => {
    const start = index * sector
    return { ...change, offset: offset + start, data: data.subarray(start, start + sector) }
  })
}

async function apply(folder: string, change: Change): Promise<void> {
  const file = await open(join(folder, change.file), 'r+')
  if (change.kind === 'truncate') await file.truncate(change.size)
  else await file.write(change.data, 0, change.data.length, change.offset)
  await file.close()
}

/** Those of its orders, as the next start of the server would find them; null: it is damaged. */
function readKeys(folder: string): unknown[] | null {
  try {
    const database = new DatabaseSync(join(folder, 'svichka.db'))
    const checked: unknown[] = database.prepare('pragma integrity_check').all()
    const rows: unknown[] = database.prepare('select idempotency_key as key from orders').all()
    database.close()
    return JSON.stringify(checked).includes('"ok"') ? rows.map(row => Object(row).key) : null
  } catch {
    return null
  }
}
