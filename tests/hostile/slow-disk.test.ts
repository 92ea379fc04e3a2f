import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../scripts/programs'
import { createVisitor, type Reply } from '../faults/visitor'
import { startProduct } from '../setup/processes'
import { behindProxy } from '../setup/start-proxy'

const withinMs = 2_000
/** From the click on Pay to the thanks. */
const payWithinMs = 3_000
/** The best round counts, and a busy machine is as much slower with nobody else: 150 ms on a free one. */
const maxRounds = 2
const timesQuiet = 10

/** Each time that the store waits for its disk takes this long. `-D`: the server is our own child. */
const slowDisk = () => [
  ...[findProgram('strace'), '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null'],
  ...['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:delay_enter=50ms'],
]

/** A server on such a disk, at which visitors arrive, each from an address of their own. */
async function startSlow() {
  const product = await startProduct({ env: behindProxy, wrapper: slowDisk() })
  onTestFinished(product.stop)
  let visitors = 0
  return () => {
    visitors += 1
    const from = `198.${51 + Math.floor(visitors / 62_500)}.${Math.floor(visitors / 250)}.${visitors % 250}`
    const place = { ...product, headers: { 'x-forwarded-for': from } }
    return createVisitor(place, 'Марія', 'olha@example.org')
  }
}

const stored = { status: 200, body: { success: true } }

/** Sends a call each 5 ms, until the test ends. Returns the statuses of those that are answered. */
function flood(send: (index: number) => Promise<Reply>): { sent: number; statuses: number[] } {
  const seen = { sent: 0, statuses: [] as number[] }
  const flooding = setInterval(async () => {
    seen.sent += 1
    const reply = await send(seen.sent)
    // Some are not answered yet when the server stops.
    if (reply !== 'lost') seen.statuses.push(reply.status)
  }, 5)
  onTestFinished(() => clearInterval(flooding))
  return seen
}

/** The slowest of three, in the best of a few rounds, ms. */
async function measureBest(boundMs: number, timed: (() => Promise<unknown>)[]): Promise<number> {
  let slowest = Infinity
  for (let round = 0; round < maxRounds && slowest >= boundMs; round += 1) {
    const times: number[] = []
    for (const run of timed.splice(0, 3)) times.push(await measure(run))
    slowest = Math.min(slowest, Math.max(...times))
  }
  return slowest
}

async function measure(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

// strace is a command of Linux.
const testOnLinux = test.runIf(process.platform === 'linux')

testOnLinux(
  'with a disk that takes 50 ms a paid order waits for none of 200 unpaid ones a second',
  async ({ annotate }) => {
    const arrive = await startSlow()
    const orders: (() => Promise<void>)[] = []
    for (let i = 0; i < 3 * maxRounds + 1; i += 1) {
      const payer = arrive()
      await payer.choose(200)
      await payer.pay()
      orders.push(async () => expect(await payer.order()).toMatchObject(stored))
    }
    const quiet = await measure(orders.pop() ?? expect.unreachable())
    const boundMs = Math.max(withinMs, timesQuiet * quiet)
    const strangers = flood(() => arrive().orderFree(randomUUID()))
    const countUnanswered = () => strangers.sent - strangers.statuses.length
    await expect.poll(countUnanswered, { timeout: 60_000 }).toBeGreaterThan(200)
    await expect.poll(() => strangers.statuses, { timeout: 60_000 }).toContain(200)
    const slowest = await measureBest(boundMs, orders)
    const unanswered = countUnanswered()
    await annotate(
      `the slowest of three after ${Math.round(slowest)} ms, ${Math.round(quiet)} with nobody else`,
    )
    expect(slowest).toBeLessThan(boundMs)
    expect(unanswered).toBeGreaterThan(0)
    // 503: it has waited for too long.
    expect(strangers.statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
  },
)

testOnLinux(
  'with such a disk, and 200 words’ calls a second from fifty networks, an order is answered in time',
  async ({ annotate }) => {
    const arrive = await startSlow()
    const strangers = Array.from({ length: 50 }, arrive)
    for (const { choose } of strangers) await choose(200)
    const orders: (() => Promise<void>)[] = []
    for (let i = 0; i < 3 * maxRounds + 1; i += 1) {
      const payer = arrive()
      await payer.choose(200)
      orders.push(async () => {
        expect(await payer.sendWords()).toMatchObject(stored)
        await payer.pay()
        expect(await payer.order()).toMatchObject(stored)
      })
    }
    const quiet = await measure(orders.pop() ?? expect.unreachable())
    const boundMs = Math.max(payWithinMs, timesQuiet * quiet)
    const { statuses } = flood(index =>
      (strangers[index % strangers.length] ?? expect.unreachable()).sendWords(),
    )
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(400)
    const slowest = await measureBest(boundMs, orders)
    await annotate(
      `the slowest of three after ${Math.round(slowest)} ms, ${Math.round(quiet)} with nobody else`,
    )
    expect(slowest).toBeLessThan(boundMs)
    expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
  },
)
