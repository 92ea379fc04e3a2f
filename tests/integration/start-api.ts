import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSandbox } from 'stripe-sandbox/start'
import { readConfig } from '../../src/server/config/read-config'
import type { Engine } from '../../src/server/db/store'
import type { PaymentProvider } from '../../src/server/stripe/payment-provider'
import type { CandleOrderPayload } from '../../src/shared/candle-order'
import { dayMs } from '../../src/shared/durations'
import { createPaymentIntentPath, paymentIntentIdOf } from '../../src/shared/payment-intent'
import { controlSandbox } from '../setup/control-sandbox'
import { findFreePort } from '../setup/free-port'
import { createMovedClock } from '../setup/moved-clock'
import { behindProxy, proxyOfAttack, startProxy } from '../setup/start-proxy'
import { startServer } from '../setup/start-server'
import { makeStorePlace, setCommitTime } from '../setup/test-store'
import { buildOrder } from './build-order'

export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Headers
}

export type TestApi = Awaited<ReturnType<typeof startApi>>

type Fields = Partial<CandleOrderPayload>
/** Of the words' call. */
type Words = Fields & { version?: number }
type Strings = Record<string, string>

const donated = { donationAmount: '200', prefersDonation: true }

const withoutTime = ({ level, time, ...line }: Record<string, unknown>) => line

/** The real app on a real port with a real store, and its own or a shared sandbox. */
export async function startApi(
  options: {
    engine?: Engine
    env?: Record<string, string>
    sandboxOf?: { sandboxUrl: string }
    retryForMs?: number
  } = {},
) {
  const place = await makeStorePlace(options.engine ?? 'sqlite', true)
  const own = options.sandboxOf
    ? null
    : await startSandbox({ port: 0, dataDir: join(place.dataDir, 'sandbox') })
  const sandboxUrl = own?.url ?? options.sandboxOf?.sandboxUrl ?? ''
  let ahead = 0
  let providerAhead = 0
  const config = readConfig({
    PORT: String(await findFreePort()),
    DATA_DIR: place.dataDir,
    SANDBOX_PORT: new URL(sandboxUrl).port,
    LOG_LEVEL: 'error',
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    ...(proxyOfAttack && behindProxy),
    ...options.env,
  })
  const lines: string[] = []
  const server = await startServer(config, {
    logOutput: { write: line => void lines.push(line) },
    clock: createMovedClock(() => Date.now() + ahead),
    retryForMs: options.retryForMs,
    // A busy machine takes longer than a visitor waits.
    firstTryMs: 20_000,
  })
  const { services, followClock, reconcile, syncDue } = server
  const believesTests = Boolean(options.env?.TRUST_PROXY)
  const proxy = proxyOfAttack && (await startProxy(proxyOfAttack, server.url, believesTests))
  const url = proxy?.url ?? server.url
  let providerRuns = true
  const secrets = new Map<string, string>()

  const send = async (target: string, init: RequestInit): Promise<Answer> => {
    await followClock()
    const response = await fetch(target, init)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: json ? JSON.parse(text) : { text },
      headers: response.headers,
    }
  }
  const sendJson = (method: string, target: string, body: unknown, headers: Strings = {}) =>
    send(target, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const sandbox = controlSandbox(sandboxUrl)
  const countRequests = async (call: string) => (await sandbox.requests())[call] ?? 0
  /** Keeps the secret of a new intent, as its page does. */
  const remember = ({ body }: Answer): string => {
    const secret = String(body.client_secret)
    const intentId = paymentIntentIdOf(secret)
    secrets.set(intentId, secret)
    return intentId
  }
  /** Creates an intent through our API; returns its id. */
  const create = async (uah: number) =>
    remember(await sendJson('POST', url + createPaymentIntentPath, { amount: uah }))
  /** Lets a visitor pay an intent with this card, at the payment provider. */
  const pay = (intentId: string, card?: string) => sandbox.pay(intentId, card ? { card } : {})
  /** Sends an order as it is; without a donation and without a key unless they are given. */
  const order = (fields?: Fields, headers?: Strings) =>
    sendJson('POST', `${url}/api/candle-orders`, buildOrder(fields), headers)
  const sendWords = (
    intentId: string,
    { version, ...fields }: Words = {},
    clientSecret = `${intentId}_secret_unknown`,
    headers?: Strings,
  ) => {
    const body = { ...buildOrder({ ...donated, ...fields }), clientSecret, version }
    return sendJson('POST', `${url}/api/order-drafts/${intentId}`, body, headers)
  }
  const stopProvider = async (): Promise<void> => {
    if (providerRuns) await own?.close()
    providerRuns = false
  }

  return {
    url,
    dataDir: place.dataDir,
    sandboxUrl,
    config,
    services,
    /** The payment provider as the server sees it. */
    provider(): PaymentProvider {
      if (!services.provider) throw new Error('no cards are taken here')
      return services.provider
    },
    /** Moves the server's clock forward, ms. */
    advance(ms: number): void {
      ahead += ms
    },
    /** Moves the payment provider's clock as well. */
    async advanceBoth(ms: number): Promise<void> {
      ahead += ms
      await sandbox.advance(ms)
    },
    /** ms since 1970, by the provider's clock. */
    providerNow: () => Date.now() + providerAhead,
    /** Begins a new day if this one ends within the hour: addresses are counted by the day, of UTC. */
    async stayInOneDay(): Promise<void> {
      const leftMs = dayMs - (services.now() % dayMs)
      if (leftMs > 60 * 60_000) return
      ahead += leftMs
      providerAhead += leftMs
      await sandbox.advance(leftMs)
      await reconcile()
    },
    reconcile,
    /** The lines of this level that were logged since this was last asked, without their times. */
    readLog(level: 'info' | 'error') {
      const read = lines.splice(0).map(line => JSON.parse(line))
      return read.filter(line => line.level === level).map(withoutTime)
    },
    syncDue,
    /** Reconciles, and syncs what is due then. */
    async run(): Promise<void> {
      await reconcile()
      await syncDue()
    },
    async post(path: string, body: unknown, headers?: Strings) {
      const answer = await sendJson('POST', url + path, body, headers)
      if (path === createPaymentIntentPath) remember(answer)
      return answer
    },
    put: (path: string, body: unknown, headers?: Strings) =>
      sendJson('PUT', url + path, body, headers),
    create,
    /** The same, and a visitor pays it. */
    async createPaid(uah: number) {
      const intentId = await create(uah)
      await pay(intentId)
      return intentId
    },
    pay,
    order,
    /** Sends an order of 200 UAH, with this intent as its key. */
    place: (intentId: string, fields?: Fields, headers?: Strings) =>
      order({ ...donated, ...fields }, { 'idempotency-key': intentId, ...headers }),
    /** Sends its words, as the page does before it confirms the card. */
    draft: (intentId: string, words?: Words, headers?: Strings) =>
      sendWords(intentId, words, secrets.get(intentId), headers),
    secretOf: (intentId: string) => secrets.get(intentId) ?? '',
    /** An intent's status at the payment provider. */
    statusOf: async (intentId: string) => (await sandbox.intent(intentId)).status,
    /** Asks what became of a payment, as the page does; with `words`, stores them first. */
    async outcome(
      intentId: string,
      {
        words,
        cancel,
        secret = secrets.get(intentId),
      }: { words?: Words; cancel?: boolean; secret?: string } = {},
    ) {
      if (words) await sendWords(intentId, words, secret)
      const question = { clientSecret: secret, cancelUnlessPaid: cancel }
      return sendJson('POST', `${url}/api/payment-outcomes`, question)
    },
    /** The same as a page of 0.2, which sends its order along; null: that page has none. */
    askInOldWords: (intentId: string, fields: Fields | null, giveUp = false) =>
      sendJson('POST', `${url}/api/payment-outcomes`, {
        clientSecret: secrets.get(intentId),
        order: fields && buildOrder({ ...donated, ...fields }),
        giveUp,
      }),
    sandbox,
    /** Lets the next reads of an intent fail with this status; a count of null: all of them. */
    failReads(intentId: string, status: number, count: number | null) {
      const path = `/v1/payment_intents/${intentId}`
      return sandbox.fault({ action: 'status', method: 'GET', path, status, count })
    },
    /**
     * Lets the provider do what the next of these GET requests asks for, but hold its answer until
     * `change` is done. Resolves to the answer of `ask`, which sends the request.
     */
    async changeDuring<T>(
      { path, call }: { path: string; call: string },
      ask: () => Promise<T>,
      change: () => Promise<unknown>,
    ): Promise<T> {
      const before = await countRequests(call)
      const held = { action: 'delay', at: 'after', ms: null, count: 1 } as const
      await sandbox.fault({ ...held, method: 'GET', path })
      const asked = ask()
      while ((await countRequests(call)) === before) await pause(10)
      await change()
      await sandbox.clearFaults()
      return asked
    },
    /** How many requests of this kind the provider has had, by method and route. */
    countRequests,
    clearFaults: sandbox.clearFaults,
    stopProvider,
    /** From now on each commit takes so long; PostgreSQL only. */
    setCommitTime: (ms: number) => setCommitTime(config.databaseUrl ?? '', ms),
    async close(): Promise<void> {
      await proxy?.stop()
      await server.close()
      await stopProvider()
      await place.remove()
    },
  }
}
