import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { PaymentIntentAnswerSchema } from '../../../src/shared/payment-intent'
import { buildOrder } from '../build-order'
import type { Shop } from './open-shop'

/**
 * How one visit goes: an order without a donation; a donation and its order; a page that dies after
 * the payment, with or without a draft left; one who claims to have paid and has not.
 */
export const kinds = ['free', 'paid', 'paid', 'paid', 'lost-page', 'lost-draft', 'liar'] as const
export type Kind = (typeof kinds)[number]

export interface Visit {
  kind: Kind
  key: string
  /** The answer `success: true` to the order. */
  told: boolean
  /** The answer `success: false` to the order. */
  denied: boolean
}

const OrderAnswer = v.object({ success: v.boolean() })
const patienceMs = 60_000

/** One visitor, who presses again when a server does not answer, and may reach another one then. */
export async function visit(shop: Shop, kind: Kind, random: () => number): Promise<Visit> {
  const send = sendTo(shop, random)
  const donation = kind === 'free' ? {} : { donationAmount: '200', prefersDonation: true }
  // One address gets few emails about unpaid orders.
  const name = randomUUID()
  const order = buildOrder({ name, email: `${name}@example.org`, ...donation })
  const key = kind === 'free' ? randomUUID() : await create(send)
  if (kind !== 'free' && kind !== 'lost-draft') await send('PUT', `/api/order-drafts/${key}`, order)
  if (['paid', 'lost-page', 'lost-draft'].includes(kind)) await pay(shop, key)
  if (kind === 'lost-page' || kind === 'lost-draft')
    return { kind, key, told: false, denied: false }
  const answer = await send('POST', '/api/candle-orders', order, { 'idempotency-key': key })
  const { success } = v.parse(OrderAnswer, answer)
  return { kind, key, told: success, denied: !success }
}

type Send = (method: string, path: string, body: unknown, headers?: object) => Promise<unknown>

function sendTo(shop: Shop, random: () => number): Send {
  return async (method, path, body, headers = {}) => {
    const giveUpAt = Date.now() + patienceMs
    for (;;) {
      const server = shop.servers[Math.floor(random() * shop.servers.length)]
      try {
        const response = await fetch(`${server?.url}${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
        if (response.status === 200) return await response.json()
      } catch {
        // Killed before it answered: the visitor presses again.
      }
      if (Date.now() > giveUpAt) throw new Error(`${method} ${path}: nobody answered`)
      await pause(50)
    }
  }
}

async function create(send: Send): Promise<string> {
  const sent = await send('POST', '/api/create-payment-intent', { amount: 200 })
  const answer = v.parse(PaymentIntentAnswerSchema, sent)
  if (!answer.client_secret) return create(send)
  return answer.client_secret.split('_secret_')[0] ?? ''
}

async function pay(shop: Shop, intent: string): Promise<void> {
  const url = `${shop.sandboxUrl}/_control/payment_intents/${intent}/pay`
  const response = await fetch(url, { method: 'POST', body: '{}' })
  if (!response.ok) throw new Error(`not paid: ${await response.text()}`)
}
