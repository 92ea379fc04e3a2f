import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Product, startProduct } from '../processes'
import { findBrokenPromises } from './broken-promises'
import { controlSandbox, type SandboxControl } from './control-sandbox'
import type { Candle, Evidence } from './evidence'
import { readEvidence } from './read-evidence'
import { type Visitor, welcomeVisitor } from './visit'

/** Real processes with a clock that can be turned: the server, its store, and the card company. */
export interface Stage {
  product: Product
  sandbox: SandboxControl
  /** null: the embedded store. */
  databaseUrl: string | null
  visitor(name: string, email?: string | null): Visitor
  /** The notes on a visitor who comes with a browser. */
  noteCandle(name: string): Candle
  /** What else has to be closed at the end. */
  onClose(close: () => Promise<unknown>): void
  /** `kill -9`. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Turns the clock of both sides forward, ms. */
  advance(ms: number): Promise<void>
  /** Turns the server's clock alone, ms. */
  advanceServer(ms: number): void
  /** Reads the books as they are. */
  evidence(): Promise<Evidence>
  health(): Promise<{ warnings: string[]; badSignatures: number; ready: boolean }>
  /** Waits until this is so; throws when it has not become so within the time (ms). */
  until(what: string, isSo: () => Promise<boolean> | boolean, timeoutMs?: number): Promise<void>
  /** Ends all faults, lets webhooks, settling and the reconciler run out, compares the books. */
  drain(patienceMs?: number): Promise<Evidence>
  close(): Promise<void>
}

export interface StageOptions {
  /** Variables for the server. */
  env?: Record<string, string>
  databaseUrl?: string
  /** What a mail server received, where one stands in for the mail folder. */
  mails?: string[]
}

const minute = 60_000
/** Grace by grace: the draft's, the ticket's, the longest pause between two looks. */
const quietDay = [61_000, 11 * minute, 16 * minute]
const closingMs = 15_000

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svichka-faults-'))
  const clockFile = join(dataDir, 'clock')
  let shift = 0
  const writeClock = () => writeFileSync(clockFile, String(shift))
  writeClock()
  mkdirSync(join(dataDir, 'mail'))
  const product = await startProduct({
    dataDir,
    env: {
      NODE_OPTIONS: `--import=${resolve('tests/faults/shift-clock.mjs')}`,
      SHIFTED_CLOCK: clockFile,
      LIMIT_FACTOR: '100',
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
    },
  })
  const sandbox = controlSandbox(product.sandboxUrl)
  const candles: Candle[] = []
  const guests: (() => Promise<unknown>)[] = []

  const stage: Stage = {
    product,
    sandbox,
    databaseUrl: options.databaseUrl ?? null,
    visitor(name, email = null) {
      const visitor = welcomeVisitor(product, name, email)
      candles.push(visitor.candle)
      return visitor
    },
    noteCandle(name) {
      const visitor = welcomeVisitor(product, name)
      candles.push(visitor.candle)
      return visitor.candle
    },
    onClose: close => guests.push(close),
    kill: () => product.server.stop('SIGKILL'),
    start: () => product.server.start(),
    async advance(ms) {
      stage.advanceServer(ms)
      await pause(30)
      await sandbox.advance(ms)
    },
    advanceServer(ms) {
      shift += ms
      writeClock()
    },
    evidence: () =>
      readEvidence({
        dataDir,
        databaseUrl: options.databaseUrl ?? null,
        sandboxUrl: product.sandboxUrl,
        candles,
        ...(options.mails ? { mails: options.mails } : {}),
      }),
    async health() {
      const answer = await fetch(`${product.url}/api/health`)
      return (await answer.json()) as Awaited<ReturnType<Stage['health']>>
    },
    until,
    async drain(patienceMs = closingMs) {
      await sandbox.clear()
      for (const ms of quietDay) {
        await product.server.stop()
        stage.advanceServer(ms)
        const startedAt = Date.now() + shift
        await product.server.start()
        await sandbox.advance(ms)
        await until('the webhooks arrived', () => haveArrived(sandbox))
        await until('the books are closed', () => areClosed(stage, startedAt), patienceMs).catch(
          () => undefined,
        )
      }
      // A letter in hand looks like one that waits for its next try.
      await until('the letters are out', () => areOut(stage), patienceMs).catch(() => undefined)
      const evidence = await stage.evidence()
      const broken = findBrokenPromises(evidence)
      if (broken.length > 0) throw new Error(broken.join('\n'))
      return evidence
    },
    async close() {
      for (const close of guests) await close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return stage
}

async function until(what: string, isSo: () => Promise<boolean> | boolean, timeoutMs = 20_000) {
  const giveUpAt = Date.now() + timeoutMs
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`It did not come to pass that ${what}.`)
    await pause(25)
  }
}

async function haveArrived(sandbox: SandboxControl): Promise<boolean> {
  const now = await sandbox.now()
  const waiting = (await sandbox.deliveries()).filter(one => one.state === 'pending')
  return !waiting.some(one => one.due <= now)
}

/** Nothing is due: no event, no donation, no letter, and the reconciler has had its turn. */
async function areClosed(stage: Stage, startedAt: number): Promise<boolean> {
  const { donations, letters, unsettledEvents, reconciledUntil } = await stage.evidence()
  return (
    unsettledEvents === 0 &&
    reconciledUntil >= startedAt &&
    donations.every(row => (row.settle_at ?? Infinity) > startedAt) &&
    letters.every(row => row.state !== 'waiting' || row.run_at > startedAt + minute)
  )
}

async function areOut(stage: Stage): Promise<boolean> {
  const { letters } = await stage.evidence()
  return letters.every(row => row.state !== 'waiting')
}
