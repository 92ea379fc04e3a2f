// Processor time per order on PostgreSQL, of a server process and of the database. Linux only.
// Run: node --import tsx bench/load/cost-per-order.ts
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { buildOrder } from '../../tests/integration/build-order'
import { startPostgres } from '../../tests/setup/start-postgres'
import { startOurs } from '../programs/start-ours'
import { giveDonation } from './give-donation'

const count = 1_500
const atOnce = 8
const msPerTick = 10

const database = await startPostgres()
const { server, sandbox, stop } = await startOurs({ env: { DATABASE_URL: database.url } })
const target = { url: server.url, sandboxUrl: sandbox.url }

await repeat(100, () => giveDonation(target, '203.0.113.1'))
for (const [name, visit] of [
  ['order without donation', orderFreely],
  ['donation: intent, draft, order', () => giveDonation(target, '203.0.113.1')],
] as const) {
  const before = { server: server.cpuMs() ?? 0, database: databaseCpuMs() }
  await repeat(count, visit)
  console.log(name, {
    serverMs: (((server.cpuMs() ?? 0) - before.server) / count).toFixed(2),
    databaseMs: ((databaseCpuMs() - before.database) / count).toFixed(2),
  })
}
await stop()
await database.stop()

async function orderFreely(): Promise<void> {
  await fetch(`${server.url}/api/candle-orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(buildOrder({ email: 'olha@example.org' })),
  })
}

async function repeat(times: number, visit: () => Promise<unknown>): Promise<void> {
  let left = times
  async function work(): Promise<void> {
    while (left-- > 0) await visit()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** The database's processes are the one that listens on our port, and its children. */
function databaseCpuMs(): number {
  const { port } = new URL(database.url)
  const processes = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(readProcess)
  const first = processes.find(({ words }) => words.includes(port) && words.includes('-D'))
  return processes
    .filter(({ id, parent }) => id === first?.id || parent === first?.id)
    .reduce((sum, { ticks }) => sum + ticks * msPerTick, 0)
}

function readProcess(id: string) {
  try {
    const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return [{ id, parent: fields[1] ?? '', ticks, words }]
  } catch {
    // It ended while we looked.
    return []
  }
}
