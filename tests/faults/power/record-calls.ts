import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEnvironment } from '../environment'
import { traceCalls } from '../trace-calls'

/** The store's files, by the end of their names. */
export type StoreFiles = Map<string, Buffer>

/** What the server asked of the system, in its order. `answer`: an order was answered as stored. */
export type Call =
  | { kind: 'write'; file: string; offset: number; data: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'sync'; file: string }
  | { kind: 'answer' }

export interface Recording {
  before: StoreFiles
  calls: Call[]
}

const fileNames = ['svichka.db', 'svichka.db-wal']
export const keyOf = (order: number) => `power-cut-${order}`
const traced = 'trace=pwrite64,write,writev,fsync,fdatasync,ftruncate'

/** Lets a visitor order candle after candle from the real server, and notes what it writes and syncs. */
export async function recordCalls(orders: number, isRelaxed: boolean): Promise<Recording> {
  const preload = `--import=${resolve('tests/faults/power/relax-syncs.mjs')}`
  const env = await startEnvironment(isRelaxed ? { env: { NODE_OPTIONS: preload } } : {})
  const folder = mkdtempSync(join(tmpdir(), 'svichka-trace-'))
  try {
    const pid = env.product.server.pid()
    const whole = ['-ff', '-y', '-xx', '-s', '10000000', '-e', traced, '-o', join(folder, 'calls')]
    const tracer = await traceCalls(env, [pid], whole)
    const before = readStoreFiles(env.product.dataDir)
    for (let order = 0; order < orders; order += 1) {
      const reply = await env.visitor(`Ганна ${order}`).orderFree({}, keyOf(order))
      assert.ok(reply !== 'lost' && reply.body.success, `order ${order} was not taken`)
    }
    await tracer.end()
    // The store and the answers are the main thread's, whose id is that of the process.
    const lines = readFileSync(join(folder, `calls.${pid}`), 'utf8').split('\n')
    return { before, calls: lines.flatMap(readCall) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await env.close()
  }
}

function readStoreFiles(dataDir: string): StoreFiles {
  const read = (file: string) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))
  return new Map(fileNames.map(name => [name, read(join(dataDir, name))]))
}

const stored = encode('"success":true')

function readCall(line: string): Call[] {
  const [, name = '', place = '', rest = ''] = /^(\w+)\(\d+<([^>]*)>(.*)$/.exec(line) ?? []
  const file = fileNames.find(one => place.endsWith(encode(`/${one}`)))
  if (!file) return /^writev?$/.test(name) && rest.includes(stored) ? [{ kind: 'answer' }] : []
  if (name.endsWith('sync')) return [{ kind: 'sync', file }]
  if (name === 'ftruncate')
    return [{ kind: 'truncate', file, size: Number.parseInt(rest.slice(2), 10) }]
  const [, bytes = '', offset = ''] = /^, "([^"]*)", \d+, (\d+)\)/.exec(rest) ?? []
  const data = Buffer.from(bytes.replaceAll('\\x', ''), 'hex')
  return [{ kind: 'write', file, offset: Number(offset), data }]
}

/** As strace writes bytes. */
function encode(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '\\x$&')
}
