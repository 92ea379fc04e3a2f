import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startSandbox } from 'stripe-sandbox/start'
import { readConfig } from '../../../src/server/config/read-config'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import { controlSandbox } from '../../setup/control-sandbox'
import { findFreePort } from '../../setup/free-port'
import { createMovedClock } from '../../setup/moved-clock'
import { findMemory } from '../../setup/start-postgres'
import { startServer } from '../../setup/start-server'
import { type CrashInjector, createCrashInjector } from './crash-injector'

export type System = Awaited<ReturnType<typeof startSystem>>

interface Running {
  crashes: CrashInjector
  sync(): Promise<unknown>
  reconcile(): Promise<unknown>
  sendEmails(): Promise<unknown>
  end(): Promise<void>
}

/** A server with its store and payment provider in this process: fast, and it can crash. */
export async function startSystem() {
  // In memory if possible: power cuts are not tested here.
  const dataDir = mkdtempSync(join(findMemory(), 'svichka-system-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let ahead = 0
  const now = () => Date.now() + ahead
  const webhookUrls = [`${url}/api/stripe-webhook`]
  const card = await startSandbox({ port: 0, dataDir: join(dataDir, 'sandbox'), webhookUrls, now })
  const sandbox = controlSandbox(card.url)
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX_PORT: String(card.port),
    LOG_LEVEL: 'silent',
    LIMIT_FACTOR: '1000',
    DIGEST_AFTER: '9999',
  })
  let running: Running | null = null

  async function start(): Promise<Running> {
    const crashes = createCrashInjector()
    const server = await startServer(config, {
      clock: createMovedClock(now),
      guard(services) {
        services.store.db = crashes.guardStore(services.store.db)
        if (services.provider) services.provider = crashes.guardProvider(services.provider)
      },
    })
    const { services } = server
    return {
      crashes,
      sync: server.syncDue,
      async reconcile() {
        await server.reconcile()
        await server.syncDue()
      },
      sendEmails: async () => {
        await notifyTemple(services)
        return services.outbox.runOnce()
      },
      async end() {
        crashes.kill()
        server.cutConnections()
        await server.close()
      },
    }
  }

  async function crash(): Promise<void> {
    const dying = running
    running = null
    await dying?.end()
  }

  /** A job that hits the injected crash takes the server down; a job loop would log and go on. */
  async function runJob(work: (server: Running) => Promise<unknown>): Promise<void> {
    const server = running
    if (!server) return
    await work(server).catch(() => undefined)
    if (server.crashes.hasCrashed()) await crash()
  }

  return {
    url,
    sandboxUrl: card.url,
    dataDir,
    sandbox,
    now,
    isUp: () => running !== null && !running.crashes.hasCrashed(),
    /** Starts the server on the existing store. */
    async boot() {
      if (running?.crashes.hasCrashed()) await crash()
      running ??= await start()
    },
    /** Crashes the server; whatever was in progress is lost. */
    crash,
    /** Crashes the server after this many more calls to store or provider. */
    crashSoon: (calls: number) => running?.crashes.arm(calls),
    async advance(ms: number) {
      ahead += ms
      await sandbox.advance(0)
    },
    // Each runs one of the server's loops once; nothing while the server is down.
    sync: () => runJob(server => server.sync()),
    reconcile: () => runJob(server => server.reconcile()),
    sendEmails: () => runJob(server => server.sendEmails()),
    async close() {
      await crash()
      await card.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
