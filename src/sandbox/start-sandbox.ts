import { turnableClock } from './clock'
import { faultRuleList } from './faults/fault-rules'
import { requestAnswerer } from './http/answer-request'
import { listen } from './http/listen'
import { builtFiles } from './http/serve-files'
import type { Sandbox } from './sandbox'
import { openStore } from './store/open-store'
import { deliverySequence } from './webhooks/delivery-sequence'
import { endpointList } from './webhooks/endpoints'
import { webhookRuleList } from './webhooks/webhook-rules'
import { workQueue } from './webhooks/work-queue'

export interface SandboxOptions {
  /** 0 takes a free port. */
  port: number
  host?: string
  /** Where its state is kept; made if it is not there. */
  dataDir: string
  webhookUrls?: readonly string[]
  /** Real time in milliseconds, for tests that bring their own. */
  now?: () => number
  log?: (line: string) => void
}

export interface RunningSandbox {
  url: string
  port: number
  close(): Promise<void>
}

const hourMs = 3_600_000
const keysLiveForMs = 24 * hourMs

/** Starts a card company: opens its store, its queue and its port. Rejects if the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { port, host = '127.0.0.1', dataDir, webhookUrls = [], now = Date.now } = options
  const store = openStore(dataDir)
  const clock = turnableClock(now, {
    read: () => store.notes.read('clock', 0),
    write: ms => store.notes.write('clock', ms),
  })
  const sandbox: Sandbox = {
    store,
    clock,
    endpoints: endpointList(store.notes, webhookUrls),
    webhookRules: webhookRuleList(store.notes),
    sequence: deliverySequence(),
    faults: faultRuleList(store.notes),
    wake: () => queue.wake(),
    log: options.log ?? (() => undefined),
  }
  const queue = workQueue(sandbox)
  const forgetOldKeys = () => store.keys.forgetBefore(clock.now() - keysLiveForMs)
  forgetOldKeys()
  const hourly = setInterval(forgetOldKeys, hourMs).unref()

  const listening = await listen(host, port, requestAnswerer(sandbox, builtFiles()), sandbox.log)
  queue.wake()
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`,
    port: listening.port,
    close: async () => {
      clearInterval(hourly)
      await listening.close()
      await queue.stop()
      store.close()
    },
  }
}
