import { createHmac } from 'node:crypto'
import type { TestApi } from './start-api'

const secret = 'whsec_sandbox'

/** The provider's event about an intent. */
export function writeEvent({
  id = 'evt_1',
  type = 'payment_intent.succeeded',
  created = 1,
  livemode = false,
  intent,
}: {
  id?: string
  type?: string
  /** s */
  created?: number
  livemode?: boolean
  intent: string
}): string {
  const data = { object: { object: 'payment_intent', id: intent } }
  return JSON.stringify({ id, object: 'event', type, created, livemode, data })
}

/** `at`: when it was signed, s. */
export function sign(payload: string, key = secret, at = Math.floor(Date.now() / 1000)): string {
  const digest = createHmac('sha256', key).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${digest}`
}

export function deliver(
  { url, providerNow }: TestApi,
  payload: string,
  signature: string | null = sign(payload, secret, Math.floor(providerNow() / 1000)),
): Promise<Response> {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return fetch(`${url}/api/stripe-webhook`, {
    method: 'POST',
    headers: { ...type, ...(signature !== null && { 'stripe-signature': signature }) },
    body: payload,
  })
}
