import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buildOrder } from '../../tests/integration/build-order'
import type { Product } from '../../tests/setup/processes'
import { type Answer, call, randomAddress } from './call'
import { giveDonation } from './give-donation'

export interface Outcome {
  /** 200, 429, 503 or another; why there was no answer. For a gift, `ordered` or `not ordered`. */
  status: string
  ok: boolean
  ms: number
  /** The key of a free order that was answered with `success: true`. */
  toldKey: string | null
}

type Target = Pick<Product, 'url' | 'sandboxUrl'>

/** Of twenty visits: eight pages, three configs, three intents, four free orders, two gifts. */
const mix = [
  ...Array(8).fill(getPage),
  ...Array(3).fill(getConfig),
  ...Array(3).fill(createIntent),
  ...Array(4).fill(orderFreely),
  ...Array(2).fill(give),
] as ((target: Target) => Promise<Omit<Outcome, 'ms'>>)[]

/** Sends so many visits a second, whether or not earlier ones were answered. */
export async function sendAtRate(
  target: Target,
  perSecond: number,
  seconds: number,
): Promise<Outcome[]> {
  const startedAt = performance.now()
  const underWay: Promise<Outcome>[] = []
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    const due = startedAt + (sent / perSecond) * 1000
    const early = due - performance.now()
    if (early > 1) await pause(early)
    underWay.push(time(target, mix[Math.floor(Math.random() * mix.length)] ?? getPage))
  }
  return Promise.all(underWay)
}

async function time(target: Target, visit: (typeof mix)[number]): Promise<Outcome> {
  const startedAt = performance.now()
  try {
    return { ...(await visit(target)), ms: performance.now() - startedAt }
  } catch (error) {
    return {
      status: nameFailure(error),
      ok: false,
      ms: performance.now() - startedAt,
      toldKey: null,
    }
  }
}

function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

async function getPage({ url }: Target) {
  return finish(await call(url))
}

async function getConfig({ url }: Target) {
  return finish(await call(`${url}/api/stripe-config`))
}

async function createIntent({ url }: Target) {
  return finish(await post(`${url}/api/create-payment-intent`, { amount: 200 }))
}

async function orderFreely({ url }: Target) {
  const key = randomUUID()
  const answer = await post(`${url}/api/candle-orders`, buildOrder(), { 'idempotency-key': key })
  const outcome = finish(answer)
  return { ...outcome, toldKey: outcome.ok ? key : null }
}

async function give(target: Target) {
  const { ordered } = await giveDonation(target, '203.0.113.1')
  return { status: ordered ? 'ordered' : 'not ordered', ok: ordered, toldKey: null }
}

function finish({ status }: Answer) {
  return { status: String(status), ok: status === 200, toldKey: null }
}

function post(url: string, body: unknown, headers = {}): Promise<Answer> {
  return call(url, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': randomAddress(), ...headers },
  })
}
