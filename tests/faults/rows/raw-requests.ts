import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import type { Environment } from '../environment'

/** Sends an order and hangs up before the answer. */
export function sendAndHangUp(url: string, key: string, name: string): Promise<void> {
  const body = JSON.stringify({
    ...{ name, email: null, purpose: 'За здоров’я', donationAmount: '200', prefersDonation: true },
    language: 'uk',
  })
  return new Promise(resolve => {
    const sending = request(`${url}/api/candle-orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    })
    sending.on('error', () => {})
    sending.end(body, () => setTimeout(() => resolve(void sending.destroy()), 20))
  })
}

/** An intent that another program of the same account made, paid at once; its id. */
export async function makePaidIntent(
  env: Environment,
  fields: Record<string, string>,
): Promise<string> {
  const response = await fetch(`${env.product.sandboxUrl}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      amount: '20000',
      currency: 'uah',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'allowed_payment_method_types[]': 'card',
      ...fields,
    }),
  })
  const intent: { id?: string } = await response.json()
  if (!intent.id) throw new Error(`no intent: ${JSON.stringify(intent)}`)
  return intent.id
}

interface EventFields {
  id: string
  type?: string
  intent: string
  livemode?: boolean
}

export function writeEvent({ id, type, intent, livemode = false }: EventFields): string {
  return JSON.stringify({
    id,
    object: 'event',
    type: type ?? 'payment_intent.succeeded',
    created: 1,
    livemode,
    data: { object: { object: 'payment_intent', id: intent } },
  })
}

/** `at` in seconds. */
export function signEvent(
  payload: string,
  secret = 'whsec_sandbox',
  at = Math.floor(Date.now() / 1000),
): string {
  const digest = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${digest}`
}

export async function postEvent(
  env: Environment,
  payload: string,
  signature: string,
): Promise<number> {
  const response = await fetch(`${env.product.url}/api/stripe-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  await response.text()
  return response.status
}
