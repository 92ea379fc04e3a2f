import { randomUUID } from 'node:crypto'
import { randomAddress } from '../load/call'
import { type Load, type LoadOptions, load } from './load'

const json = { 'content-type': 'application/json' }
/** Enough to keep one core busy, few enough that the slowest hundredth is not a queue. */
const connections = 10

type Bound = Pick<LoadOptions, 'seconds' | 'amount'>

export function loadPage(server: string, bound: Bound): Promise<Load> {
  return load({ url: server, connections, headers: { 'accept-encoding': 'gzip, br' }, ...bound })
}

export function loadIntents(server: string, bound: Bound): Promise<Load> {
  const url = `${server}/api/create-payment-intent`
  const body = JSON.stringify({ amount: 200 })
  const eachHeaders = () => ({ 'x-forwarded-for': randomAddress() })
  return load({ url, connections, method: 'POST', headers: json, body, eachHeaders, ...bound })
}

/** Orders without a donation and without an address, each with a key of its own. */
export function loadFreeOrders(server: string, bound: Bound): Promise<Load> {
  return load({
    ...orders(server, { donationAmount: '', email: null }),
    eachHeaders: () => ({ 'idempotency-key': randomUUID() }),
    ...bound,
  })
}

/** One order for each paid intent. */
export function loadPaidOrders(
  server: string,
  intents: string[],
  email: string | null,
): Promise<Load> {
  const waiting = intents.values()
  return load({
    ...orders(server, { donationAmount: '200', email }),
    eachHeaders: () => ({ 'idempotency-key': waiting.next().value ?? randomUUID() }),
    amount: intents.length,
  })
}

function orders(server: string, fields: { donationAmount: string; email: string | null }) {
  const body = JSON.stringify({
    name: 'Марія, Петро з родиною',
    purpose: "За здоров'я та спокій у домі",
    prefersDonation: fields.donationAmount !== '',
    language: 'uk',
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile Safari/537.36',
    referrer: 'https://parish.example.org/',
    browserLanguage: 'uk-UA',
    ipAddress: '',
    ...fields,
  })
  const url = `${server}/api/candle-orders`
  return { url, connections, method: 'POST' as const, headers: json, body }
}
