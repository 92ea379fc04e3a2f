import { afterAll, beforeAll } from 'vitest'
import type { CandleOrderPayload } from '../../src/shared/candle-order'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { deliver, writeEvent } from '../integration/events'
import type { Answer, TestApi } from '../integration/start-api'
import { type Product, type ProductOptions, startProduct } from '../setup/processes'

const call = '/api/create-payment-intent'

/** Asks for an intent from an address of one's own. */
export function askForIntent(
  api: TestApi,
  address: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return api.post(call, { amount: 200 }, { 'x-forwarded-for': address, ...headers })
}

export async function createFrom(api: TestApi, address: string): Promise<string> {
  const answer = await askForIntent(api, address)
  if (answer.status !== 200) throw new Error(`no intent: ${answer.status}`)
  return paymentIntentIdOf(String(answer.body.client_secret))
}

/** Orders from this address; without a key, like a program that is not our page. */
export function orderFrom(
  api: TestApi,
  address: string,
  key?: string,
  fields?: Partial<CandleOrderPayload>,
): Promise<Answer> {
  return api.order(fields, {
    'x-forwarded-for': address,
    ...(key && { 'idempotency-key': key }),
  })
}

/** One server as a process of its own for all tests of a file or a `describe`. */
export function productForAll(options?: ProductOptions): Product {
  const product = {} as Product
  beforeAll(async () => void Object.assign(product, await startProduct(options)))
  afterAll(() => product.stop())
  return product
}

let events = 0

/** The provider's news that a card was declined, `agoMs` ago, settled at once. */
export async function decline(
  api: TestApi,
  intent: string,
  { id = `evt_${++events}`, agoMs = 0 } = {},
): Promise<void> {
  const type = 'payment_intent.payment_failed'
  const created = Math.floor((api.services.now() - agoMs) / 1000)
  const response = await deliver(api, writeEvent({ id, type, created, intent }))
  if (response.status !== 200) throw new Error(`the event was not taken: ${response.status}`)
  await api.syncDue()
}
