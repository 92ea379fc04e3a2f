import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../setup/free-port'
import { describeProgram, type Product, type Program, startProduct } from '../setup/processes'
import { findBrokenPromises } from './broken-promises'
import { controlSandbox, type SandboxControl } from './control-sandbox'
import { readSnapshot } from './read-snapshot'
import type { Candle, Snapshot } from './snapshot'
import { createVisitor, type Place, type Visitor } from './visitor'

/** Real processes with an adjustable clock: the server, its store, and the payment provider. */
export interface Environment {
  product: Product
  sandbox: SandboxControl
  /** null: the embedded store. */
  databaseUrl: string | null
  /** `place`: of another server than the first. */
  visitor(name: string, email?: string | null, place?: Place): Visitor
  /** A visitor who has paid, and not sent the order yet. `drafts`: its draft was sent. */
  payer(
    name: string,
    options?: { email?: string; uah?: number; drafts?: boolean },
  ): Promise<Visitor>
  onClose(close: () => Promise<unknown>): void
  /** Starts one more server on the same store, by the system's clock. */
  addServer(): Promise<{ url: string; program: Program }>
  /** `kill -9`. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Advances the clocks of server and provider, ms. */
  advance(ms: number): Promise<void>
  /** Moves the server's clock only, ms. */
  advanceServer(ms: number): void
  snapshot(): Promise<Snapshot>
  /** A gauge of the server, named without its prefix; NaN: unknown. */
  metric(name: string): Promise<number>
  /** Throws if the condition does not come true within the time (ms). */
  until(what: string, isSo: () => Promise<boolean> | boolean, timeoutMs?: number): Promise<void>
  /** Ends all faults, waits until webhooks, syncs and the reconciler are done, checks the promises. */
  drain(timeoutMs?: number): Promise<Snapshot>
  close(): Promise<void>
}

interface EnvironmentOptions {
  /** Variables for the server. */
  env?: Record<string, string>
  databaseUrl?: string
}

const minute = 60_000
/** In turn: a draft's grace and the lease of a killed reconciler, a ticket's grace, the longest interval between two checks. */
const draftGraceMs = 4 * minute
const laterGracesMs = [11 * minute, 16 * minute]
const closingMs = 60_000
/** Each snapshot needs three processes. */
const pollMs = 250

export async function startEnvironment(options: EnvironmentOptions = {}): Promise<Environment> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svichka-faults-'))
  const clockFile = join(dataDir, 'clock')
  let shift = 0
  const writeClock = () => writeFileSync(clockFile, String(shift))
  writeClock()
  mkdirSync(join(dataDir, 'mail'))
  const metricsPort = await findFreePort()
  const variables = {
    LIMIT_FACTOR: '100',
    DIGEST_AFTER: '9999',
    DATABASE_URL: options.databaseUrl ?? '',
  }
  const product = await startProduct({
    dataDir,
    env: {
      ...variables,
      METRICS_PORT: String(metricsPort),
      NODE_OPTIONS: `--import=${resolve('tests/faults/shift-clock.mjs')}`,
      SHIFTED_CLOCK: clockFile,
      ...options.env,
    },
  })
  const sandbox = controlSandbox(product.sandboxUrl)
  const candles: Candle[] = []
  const sessions: (() => Promise<unknown>)[] = []

  const env: Environment = {
    product,
    sandbox,
    databaseUrl: options.databaseUrl ?? null,
    visitor(name, email = null, place = product) {
      const visitor = createVisitor(place, name, email)
      candles.push(visitor.candle)
      return visitor
    },
    async payer(name, { email, uah = 200, drafts = false } = {}) {
      const visitor = env.visitor(name, email)
      await visitor.choose(uah)
      if (drafts) await visitor.sendDraft()
      await visitor.pay()
      return visitor
    },
    onClose: close => sessions.push(close),
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
    kill: () => product.server.stop('SIGKILL'),
    start: () => product.server.start(),
    async advance(ms) {
      env.advanceServer(ms)
      await sleep(30)
      await sandbox.advance(ms)
    },
    advanceServer(ms) {
      shift += ms
      writeClock()
    },
    snapshot: () =>
      readSnapshot({
        dataDir,
        databaseUrl: options.databaseUrl ?? null,
        sandboxUrl: product.sandboxUrl,
        candles,
      }),
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(new RegExp(`^svichka_${name} (\\S+)$`, 'm').exec(text)?.[1])
    },
    until,
    async drain(timeoutMs = closingMs) {
      const settle = async () => {
        await until('the webhooks arrived', () => haveArrived(sandbox))
        const settled = () => isNothingDue(env, { now: Date.now() + shift, startedAt })
        await until('nothing is due', settled, timeoutMs).catch(() => undefined)
      }
      await sandbox.clear()
      await product.server.stop()
      env.advanceServer(draftGraceMs)
      const startedAt = Date.now() + shift
      await product.server.start()
      await sandbox.advance(draftGraceMs)
      await settle()
      for (const ms of laterGracesMs) {
        await env.advance(ms)
        await settle()
      }
      // An email in flight looks like one that waits for its next try.
      await until('the emails are sent', () => areEmailsSent(env), timeoutMs).catch(() => undefined)
      const snapshot = await env.snapshot()
      const broken = findBrokenPromises(snapshot)
      if (broken.length > 0) throw new Error(broken.join('\n'))
      return snapshot
    },
    async close() {
      for (const close of sessions) await close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return env
}

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
  env: Environment,
  { now, startedAt }: { now: number; startedAt: number },
): Promise<boolean> {
  const { donations, emails, orders, reconciledUntil } = await env.snapshot()
  return (
    reconciledUntil >= startedAt &&
    donations.every(row => (row.next_check_at ?? Infinity) > now) &&
    areNoticesWritten(orders) &&
    emails.every(row => row.state !== 'waiting' || row.run_at > now + minute)
  )
}

async function areEmailsSent(env: Environment): Promise<boolean> {
  const { emails, orders } = await env.snapshot()
  return areNoticesWritten(orders) && emails.every(row => row.state !== 'waiting')
}

/** The temple's notices follow from the orders' rows within a second. */
function areNoticesWritten(orders: Snapshot['orders']): boolean {
  return orders.every(order => order.notice_due_at === null)
}
