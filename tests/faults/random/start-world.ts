import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from 'stripe-sandbox/start'
import { buildApp } from '../../../src/server/app'
import { readConfig } from '../../../src/server/config/read-config'
import { createServices } from '../../../src/server/create-services'
import { reconcile } from '../../../src/server/orders/reconcile'
import { settleDue } from '../../../src/server/orders/settle-due'
import { findFreePort } from '../../set-up/free-port'
import { controlSandbox, type SandboxControl } from '../control-sandbox'
import { type CrashGate, createCrashGate } from './crash-gate'

/** One server with its store and its card company, all in this process: fast, and it can die. */
export interface World {
  url: string
  sandboxUrl: string
  dataDir: string
  sandbox: SandboxControl
  now(): number
  isUp(): boolean
  /** Starts the server on what the store holds. */
  boot(): Promise<void>
  /** The server is gone without a word; what was under way is lost. */
  crash(): Promise<void>
  /** It will die by itself after so many touches of store or provider. */
  crashSoon(touches: number): void
  advance(ms: number): Promise<void>
  /** One turn of what a running server does by itself. A dead one does nothing. */
  settle(): Promise<void>
  reconcile(): Promise<void>
  sendLetters(): Promise<void>
  close(): Promise<void>
}

interface Running {
  gate: CrashGate
  settle(): Promise<unknown>
  reconcile(): Promise<unknown>
  sendLetters(): Promise<unknown>
  end(): Promise<void>
}

// Memory, where there is such a folder: power cuts are not what is tried here.
const ground = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export async function startWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(ground, 'svichka-world-'))
  const webFolder = makeWebFolder(dataDir)
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
  })
  let running: Running | null = null

  async function start(): Promise<Running> {
    const gate = createCrashGate()
    const { services } = await createServices(config, now)
    const { store } = services
    const close = store.close.bind(store)
    store.db = gate.guardStore(store.db)
    if (services.provider) services.provider = gate.guardProvider(services.provider)
    const app = await buildApp(config, services, webFolder)
    await app.listen({ host: '127.0.0.1', port })
    return {
      gate,
      settle: () => settleDue(services),
      reconcile: () => reconcile(services),
      sendLetters: () => services.outbox.runOnce(),
      async end() {
        gate.kill()
        app.server.closeAllConnections()
        await app.close()
        await services.outbox.stop()
        await close()
      },
    }
  }

  async function crash(): Promise<void> {
    const dying = running
    running = null
    await dying?.end()
  }

  /** A turn that dies on the way is a dead server; the loop of a live one would log and go on. */
  async function turn(work: (server: Running) => Promise<unknown>): Promise<void> {
    const server = running
    if (!server) return
    await work(server).catch(() => undefined)
    if (server.gate.isDead()) await crash()
  }

  return {
    url,
    sandboxUrl: card.url,
    dataDir,
    sandbox,
    now,
    isUp: () => running !== null && !running.gate.isDead(),
    async boot() {
      if (running?.gate.isDead()) await crash()
      running ??= await start()
    },
    crash,
    crashSoon: touches => running?.gate.arm(touches),
    async advance(ms) {
      ahead += ms
      await sandbox.advance(0)
    },
    settle: () => turn(server => server.settle()),
    reconcile: () => turn(server => server.reconcile()),
    sendLetters: () => turn(server => server.sendLetters()),
    async close() {
      await crash()
      await card.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Nobody looks at a page here, and compressing the real ones at each start takes longer than a story. */
function makeWebFolder(dataDir: string): string {
  const folder = join(dataDir, 'web')
  for (const part of ['pages', 'assets']) mkdirSync(join(folder, part), { recursive: true })
  for (const name of ['uk', 'ru', 'en', 'not-found'])
    writeFileSync(join(folder, 'pages', `${name}.html`), '<!doctype html><html lang="en"></html>')
  return folder
}
