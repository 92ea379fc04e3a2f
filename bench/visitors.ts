import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type Answer, call } from './load'
import type { Product } from './programs'

const CreatedSchema = v.object({ success: v.literal(true), client_secret: v.string() })

export function createIntent(server: string): Promise<Answer> {
  return call(`${server}/api/create-payment-intent`, { body: { amount: 200 } })
}

/** Creates intents through our API and pays them at the card sandbox. */
export async function makePaidIntents({ server, sandbox }: Product, count: number) {
  const intents: string[] = []
  for (let made = 0; made < count; made += 1) {
    const created = v.parse(CreatedSchema, JSON.parse((await createIntent(server.url)).text))
    const [intent = ''] = created.client_secret.split('_secret_')
    await call(`${sandbox.url}/_control/payment_intents/${intent}/pay`, {
      body: { card: '4242424242424242' },
    })
    intents.push(intent)
  }
  return intents
}

export function orderFree(server: string): Promise<Answer> {
  return order(server, randomUUID(), { donationAmount: '', email: null })
}

/** `email`: it gets the thanks. */
export function orderPaid(server: string, intent: string, email: string | null): Promise<Answer> {
  return order(server, intent, { donationAmount: '200', email })
}

function order(
  server: string,
  key: string,
  fields: { donationAmount: string; email: string | null },
): Promise<Answer> {
  return call(`${server}/api/candle-orders`, {
    headers: { 'idempotency-key': key },
    body: {
      name: 'Марія, Петро з родиною',
      purpose: "За здоров'я та спокій у домі",
      prefersDonation: fields.donationAmount !== '',
      language: 'uk',
      userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile Safari/537.36',
      referrer: 'https://parish.example.org/',
      browserLanguage: 'uk-UA',
      ipAddress: '',
      ...fields,
    },
  })
}
