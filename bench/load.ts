import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { orderDraftPath, paymentIntentIdOf } from '../src/shared/payment-intent'
import { buildOrder } from '../tests/integration/build-order'
import type { Product, Program } from './programs'

/** Keeps one core busy without long queues. */
const connections = 10
const agent = new Agent({ keepAlive: true })

export interface Answer {
  status: number
  text: string
}

let calls = 0

/** A new address for each call, because the limits count calls by address. */
function nextAddress(): string {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

/** One HTTP call of a visitor, a GET without a body; `fetch` costs the client three times as much. */
export function call(
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: {
        'x-forwarded-for': nextAddress(),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    sent.once('error', reject)
    sent.once('response', answer =>
      text(answer).then(body => resolve({ status: answer.statusCode ?? 0, text: body }), reject),
    )
    sent.end(body && JSON.stringify(body))
  })
}

/**
 * Sends `count` requests, ten in flight, or one every 70 ms: those that call the provider would wait for
 * their turn there. Throws on anything but 200: errors are quick.
 */
export async function load(
  server: Program,
  count: number,
  send: () => Promise<Answer>,
  { isPaced = false } = {},
) {
  let left = count
  let waitedMs = 0
  const [startedAt, cpuBefore] = [performance.now(), server.cpuMs()]
  const work = async () => {
    while (left-- > 0) {
      const sentAt = performance.now()
      const { status, text } = await send()
      if (status !== 200) throw new Error(`${status}: ${text}`)
      waitedMs += performance.now() - sentAt
      if (isPaced) await sleep(70)
    }
  }
  await Promise.all(Array.from({ length: isPaced ? 1 : connections }, work))
  return {
    perSecond: (count * 1000) / (performance.now() - startedAt),
    /** Mean time of an answer. */
    meanMs: waitedMs / count,
    /** Processor time of the server for one request. */
    cpuMs: (server.cpuMs() - cpuBefore) / count,
  }
}

const ReportSchema = v.object({ '2xx': v.number(), non2xx: v.number(), duration: v.number() })

/** Pages a second: by autocannon, because our own client is slower than the server. */
export function loadPage({ url }: Program, seconds: number): number {
  const program = join(import.meta.dirname, 'node_modules/autocannon/autocannon.js')
  // The server closes a connection after 1,000 requests.
  const options = ['--json', '-c', String(connections), '-d', String(seconds), '-D', '900']
  const args = [program, ...options, '-H', 'accept-encoding=gzip, br', url]
  const report = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const { '2xx': answered, non2xx, duration } = v.parse(ReportSchema, JSON.parse(String(report)))
  if (non2xx > 0) throw new Error(`${url}: ${non2xx} requests failed.`)
  return answered / duration
}

export function createIntent({ url }: Program): Promise<Answer> {
  return call(`${url}/api/create-payment-intent`, { amount: 200 })
}

const CreatedSchema = v.object({ success: v.literal(true), client_secret: v.string() })

/** Creates intents through our API and pays them at the card sandbox. */
export async function makePaidIntents(
  { server, sandbox }: Product,
  count: number,
): Promise<string[]> {
  const intents: string[] = []
  for (let made = 0; made < count; made += 1) {
    const created = v.parse(CreatedSchema, JSON.parse((await createIntent(server)).text))
    const intent = paymentIntentIdOf(created.client_secret)
    await call(`${sandbox.url}/_control/payment_intents/${intent}/pay`, {})
    intents.push(intent)
  }
  return intents
}

interface Paid {
  intent: string
  email: string | null
}

/** Without `paid`, an order without a donation. */
export function order({ url }: Program, paid?: Paid): Promise<Answer> {
  const key = paid?.intent ?? randomUUID()
  return call(`${url}/api/candle-orders`, composeOrder(paid), { 'idempotency-key': key })
}

function composeOrder(paid?: Paid) {
  return buildOrder({
    name: 'Марія, Петро з родиною',
    purpose: "За здоров'я та спокій у домі",
    email: paid?.email ?? null,
    donationAmount: paid ? '200' : '',
    prefersDonation: paid !== undefined,
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile Safari/537.36',
    referrer: 'https://parish.example.org/',
  })
}

/**
 * One donation as the page makes it: an intent, the words at the click on Pay, the card at the provider,
 * and the order.
 */
export async function donate({ server, sandbox }: Product): Promise<Answer> {
  const created = v.parse(CreatedSchema, JSON.parse((await createIntent(server)).text))
  const clientSecret = created.client_secret
  const intent = paymentIntentIdOf(clientSecret)
  const paid = { intent, email: `${intent}@example.org` }
  const words = { ...composeOrder(paid), clientSecret, version: 1 }
  const kept = await call(`${server.url}${orderDraftPath(intent)}`, words)
  if (kept.status !== 200) return kept
  await call(`${sandbox.url}/_control/payment_intents/${intent}/pay`, {})
  return order(server, paid)
}
