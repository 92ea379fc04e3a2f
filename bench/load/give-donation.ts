import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { PaymentIntentAnswerSchema, paymentIntentIdOf } from '../../src/shared/payment-intent'
import { buildOrder } from '../../tests/integration/build-order'
import type { Product } from '../../tests/setup/processes'
import { call } from './call'

export interface Gift {
  ordered: boolean
  /** From the choice of the amount to the answer to the order. */
  ms: number
}

/** One visitor, doing what the page does: the intent, the draft, the card, the order. */
export async function giveDonation(
  product: Pick<Product, 'url' | 'sandboxUrl'>,
  address: string,
): Promise<Gift> {
  const startedAt = Date.now()
  const send = (method: string, path: string, body: unknown, headers = {}) =>
    call(product.url + path, { method, body, headers: { 'x-forwarded-for': address, ...headers } })

  const created = await send('POST', '/api/create-payment-intent', { amount: 200 })
  const answer = v.safeParse(PaymentIntentAnswerSchema, JSON.parse(created.text))
  const clientSecret = answer.success ? answer.output.client_secret : undefined
  if (clientSecret === undefined) return { ordered: false, ms: Date.now() - startedAt }

  const intent = paymentIntentIdOf(clientSecret)
  const order = buildOrder({
    name: randomUUID(),
    donationAmount: '200',
    prefersDonation: true,
  })
  await send('PUT', `/api/order-drafts/${intent}`, { ...order, clientSecret })
  await payByCard(product.sandboxUrl, intent)
  const placed = await send('POST', '/api/candle-orders', order, { 'idempotency-key': intent })
  const ordered = placed.status === 200 && placed.text.includes('"success":true')
  return { ordered, ms: Date.now() - startedAt }
}

/** The payment provider has the client's core: when it is silent, that is no word about our server. */
async function payByCard(sandboxUrl: string, intent: string): Promise<void> {
  try {
    await call(`${sandboxUrl}/_control/payment_intents/${intent}/pay`, { method: 'POST' })
  } catch (error) {
    throw Object.assign(new Error('no card was charged', { cause: error }), {
      code: 'payment provider',
    })
  }
}
