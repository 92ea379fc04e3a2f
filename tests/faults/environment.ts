import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '../../src/shared/durations'
import { controlSandbox, type SandboxControl } from '../setup/control-sandbox'
import { findFreePort } from '../setup/free-port'
import { describeProgram, startProduct } from '../setup/processes'
import { findBrokenPromises } from './broken-promises'
import type { Candle, Snapshot } from './read-snapshot'
import { readSnapshot } from './read-snapshot'
import { createVisitor, type Place } from './visitor'

export type Environment = Awaited<ReturnType<typeof startEnvironment>>

interface EnvironmentOptions {
  /** Variables for the server. */
  env?: Record<string, string>
  databaseUrl?: string
}

/** In turn: the first check after the words and the lease of a killed reconciler, the wait for a payment's words, the longest interval between two checks. */
const firstCheckMs = 4 * minuteMs
const laterGracesMs = [11 * minuteMs, 16 * minuteMs]
const closingMs = 60_000
/** The server compares its clock with the system's every second. */
const clockSeenMs = 1_300
/** Each snapshot needs three processes. */
const pollMs = 250

/** Real processes with an adjustable clock: the server, its store, and the payment provider. */
export async function startEnvironment(options: EnvironmentOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'svichka-faults-'))
  const clockFile = join(dataDir, 'clock')
  let shift = 0
  const writeClock = () => writeFileSync(clockFile, String(shift))
  writeClock()
  mkdirSync(join(dataDir, 'mail'))
  const variables = {
    LIMIT_FACTOR: '100',
    DIGEST_AFTER: '9999',
    DATABASE_URL: options.databaseUrl ?? '',
  }
  const product = await startProduct({
    dataDir,
    env: {
      ...variables,
      NODE_OPTIONS: `--import=${resolve('tests/faults/shift-clock.mjs')}`,
      SHIFTED_CLOCK: clockFile,
      ...options.env,
    },
  })
  const sandbox = controlSandbox(product.sandboxUrl)
  const candles: Candle[] = []
  const sessions: (() => Promise<unknown>)[] = []

  const snapshot = () =>
    readSnapshot({
      dataDir,
      databaseUrl: options.databaseUrl ?? null,
      sandboxUrl: product.sandboxUrl,
      candles,
    })
  /** Moves the server's clock only, ms. */
  const advanceServer = (ms: number) => {
    shift += ms
    writeClock()
  }
  /** Advances the clocks of server and provider, ms. */
  const advance = async (ms: number) => {
    advanceServer(ms)
    await sleep(clockSeenMs)
    await sandbox.advance(ms)
  }

  return {
    product,
    /** `place`: of another server than the first. */
    visitor(name: string, email: string | null = null, place: Place = product) {
      const visitor = createVisitor(place, name, email)
      candles.push(visitor.candle)
      return visitor
    },
    onClose: (close: () => Promise<unknown>) => sessions.push(close),
    /** Starts one more server on the same store, by the system's clock. */
    async addServer() {
      const port = String(await findFreePort())
      const program = describeProgram('dist/server/main.js', {
        ...variables,
        ...options.env,
        PORT: port,
        SANDBOX_PORT: new URL(product.sandboxUrl).port,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
      })
      sessions.push(() => program.stop())
      await program.start()
      return { url: `http://127.0.0.1:${port}`, program }
    },
    /** `kill -9`. */
    kill: () => product.server.stop('SIGKILL'),
    start: () => product.server.start(),
    advance,
    advanceServer,
    snapshot,
    until,
    /** Ends all faults, waits until webhooks, syncs and the reconciler are done, checks the promises. */
    async drain(timeoutMs = closingMs) {
      const settle = async () => {
        await until('the webhooks arrived', () => haveArrived(sandbox))
        const settled = () => isNothingDue(snapshot, { now: Date.now() + shift, startedAt })
        await until('nothing is due', settled, timeoutMs).catch(() => undefined)
      }
      await sandbox.clear()
      await product.server.stop()
      advanceServer(firstCheckMs)
      const startedAt = Date.now() + shift
      await product.server.start()
      await sandbox.advance(firstCheckMs)
      await settle()
      for (const ms of laterGracesMs) {
        await advance(ms)
        await settle()
      }
      // An email in flight looks like one that waits for its next try.
      await until('the emails are sent', () => areEmailsSent(snapshot), timeoutMs).catch(
        () => undefined,
      )
      const kept = await snapshot()
      const broken = findBrokenPromises(kept)
      if (broken.length > 0) throw new Error(broken.join('\n'))
      return kept
    },
    async close() {
      for (const close of sessions) await close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Throws if the condition does not come true within the time (ms). */
async function until(what: string, isSo: () => Promise<boolean> | boolean, timeoutMs = 60_000) {
  const deadline = Date.now() + timeoutMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting until ${what}.`)
    await sleep(pollMs)
  }
}

async function haveArrived(sandbox: SandboxControl): Promise<boolean> {
  const now = await sandbox.now()
  const waiting = (await sandbox.deliveries()).filter(one => one.state === 'pending')
  return !waiting.some(one => one.due <= now)
}

/** Nothing is due: no donation, no email, and the reconciler has run since the start. */
async function isNothingDue(
  snapshot: () => Promise<Snapshot>,
  { now, startedAt }: { now: number; startedAt: number },
): Promise<boolean> {
  const { donations, emails, orders, reconciledUntil } = await snapshot()
  return (
    reconciledUntil >= startedAt &&
    donations.every(row => (row.nextCheckAt ?? Infinity) > now) &&
    areNoticesWritten(orders) &&
    emails.every(row => row.state !== 'waiting' || row.runAt > now + minuteMs)
  )
}

async function areEmailsSent(snapshot: () => Promise<Snapshot>): Promise<boolean> {
  const { emails, orders } = await snapshot()
  return areNoticesWritten(orders) && emails.every(row => row.state !== 'waiting')
}

/** The temple's notices follow from the orders' rows within a second. */
function areNoticesWritten(orders: Snapshot['orders']): boolean {
  return orders.every(order => order.noticeDueAt === null)
}
