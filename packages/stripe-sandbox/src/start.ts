import { createApp } from './app'
import { createQueue } from './queue'
import { loadRules } from './rules'
import { createClock, loadWallets, type Sandbox } from './sandbox'
import { openStore } from './store'
import { createTraffic } from './traffic'
import { loadEndpoints } from './webhook-endpoints'

export interface SandboxOptions {
  port: number
  dataDir: string
  webhookUrls?: readonly string[]
  /** Returns the real time in ms. Tests may bring a clock of their own. */
  now?: () => number
}

export interface RunningSandbox {
  url: string
  port: number
  close(): Promise<void>
}

/** Opens the store, starts the queue and listens. Rejects if the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { port, dataDir, webhookUrls = [], now = Date.now } = options
  const store = openStore(dataDir)
  const sandbox: Sandbox = {
    cause: { id: null, idempotency_key: null },
    store,
    clock: createClock(now, store),
    endpoints: loadEndpoints(store, webhookUrls),
    webhookRules: loadRules(store, 'webhook rules'),
    faults: loadRules(store, 'faults'),
    traffic: createTraffic(store),
    wallets: loadWallets(store),
    wake: () => queue.wake(),
  }
  const queue = createQueue(sandbox)

  const app = await createApp(sandbox)
  const close = async () => {
    await app.close()
    await queue.stop()
    store.close()
  }
  try {
    const url = await app.listen({ host: '127.0.0.1', port })
    queue.wake()
    return { url, port: Number(new URL(url).port), close }
  } catch (error) {
    await close()
    throw error
  }
}
