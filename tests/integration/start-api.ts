import { join, resolve } from 'node:path'
import { startSandbox } from 'stripe-sandbox/start'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config/read-config'
import { createServices } from '../../src/server/create-services'
import type { Engine } from '../../src/server/db/store'
import { reconcile } from '../../src/server/orders/reconcile'
import { settleDue } from '../../src/server/orders/settle-due'
import type { Services } from '../../src/server/services'
import type { CandleOrderPayload } from '../../src/shared/candle-order'
import { findFreePort } from '../set-up/free-port'
import { makeStorePlace } from '../set-up/test-store'
import { buildOrder } from './build-order'

export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Headers
}

export interface TestApi {
  url: string
  dataDir: string
  services: Services
  /** Moves the server's clock forward, ms. */
  advance(ms: number): void
  /** One turn of each crank that the running server turns by itself. */
  settle(): Promise<number>
  reconcile(): Promise<void>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  /** Mints an intent through our API; returns its id. */
  mint(uah: number): Promise<string>
  /** Lets a visitor pay an intent with this card, at the card company. */
  pay(intentId: string, card?: string): Promise<void>
  /** Sends the order of a visitor who gives 200 UAH, with this intent as its key. */
  place(intentId: string, fields?: Partial<CandleOrderPayload>): Promise<Answer>
  /** Sends the same as a draft. */
  draft(intentId: string, fields?: Partial<CandleOrderPayload>): Promise<Answer>
  /** Calls the card company's control plane. */
  control(path: string, body?: unknown): Promise<Answer>
  /** Stops the card company, as on a bad day. */
  stopProvider(): Promise<void>
  close(): Promise<void>
}

const goodCard = '4242424242424242'

/** The real app on a real port with a real store, beside a card sandbox of its own. */
export async function startApi(
  options: { engine?: Engine; env?: Record<string, string> } = {},
): Promise<TestApi> {
  const place = await makeStorePlace(options.engine ?? 'sqlite')
  const sandbox = await startSandbox({ port: 0, dataDir: join(place.dataDir, 'sandbox') })
  let ahead = 0
  const config = readConfig({
    PORT: String(await findFreePort()),
    DATA_DIR: place.dataDir,
    SANDBOX_PORT: String(sandbox.port),
    LOG_LEVEL: 'silent',
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    ...options.env,
  })
  const { services } = await createServices(config, () => Date.now() + ahead)
  const app = await buildApp(config, services, resolve('dist/web'))
  const url = await app.listen({ host: '127.0.0.1', port: config.port })
  let providerRuns = true

  const send = async (target: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(target, init)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: json ? JSON.parse(text) : { text },
      headers: response.headers,
    }
  }
  const sendJson = (method: string, target: string, body: unknown, headers = {}) =>
    send(target, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const control: TestApi['control'] = (path, body) =>
    body === undefined
      ? send(`${sandbox.url}/_control${path}`, {})
      : sendJson('POST', `${sandbox.url}/_control${path}`, body)
  const stopProvider = async () => {
    if (providerRuns) await sandbox.close()
    providerRuns = false
  }

  return {
    url,
    dataDir: place.dataDir,
    services,
    advance(ms) {
      ahead += ms
    },
    settle: () => settleDue(services),
    reconcile: () => reconcile(services),
    post: (path, body, headers) => sendJson('POST', url + path, body, headers),
    put: (path, body) => sendJson('PUT', url + path, body),
    async mint(uah) {
      const answer = await sendJson('POST', `${url}/api/create-payment-intent`, { amount: uah })
      return String(answer.body.client_secret).split('_secret_')[0] ?? ''
    },
    async pay(intentId, card = goodCard) {
      const answer = await control(`/payment_intents/${intentId}/pay`, { card })
      if (answer.status !== 200) throw new Error(`not paid: ${JSON.stringify(answer.body)}`)
    },
    place: (intentId, fields) =>
      sendJson('POST', `${url}/api/candle-orders`, buildDonation(fields), {
        'idempotency-key': intentId,
      }),
    draft: (intentId, fields) =>
      sendJson('PUT', `${url}/api/order-drafts/${intentId}`, buildDonation(fields)),
    control,
    stopProvider,
    async close() {
      await app.close()
      await services.outbox.stop()
      await services.store.close()
      await stopProvider()
      await place.remove()
    },
  }
}

function buildDonation(fields: Partial<CandleOrderPayload> = {}): CandleOrderPayload {
  return buildOrder({ donationAmount: '200', prefersDonation: true, ...fields })
}
