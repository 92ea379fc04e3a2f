import { createHmac } from 'node:crypto'
import { takeRule, type WebhookRule } from '../rules'
import type { Sandbox } from '../sandbox'
import type { Attempt, Delivery } from '../store'
import type { Endpoint } from './endpoints'
import { countPending } from './send-event'

const answerWithinMs = 10_000
const wrongByMs = 10 * 60_000

/** One attempt: sent, and what became of it saved. Does not throw for what an endpoint does. */
export async function deliver(sandbox: Sandbox, delivery: Delivery): Promise<void> {
  const { store, clock, endpoints, webhookRules } = sandbox
  const endpoint = endpoints.get(delivery.endpoint)
  const event = store.get('event', delivery.event)
  if (!endpoint || !event) {
    store.put('delivery', { ...delivery, state: 'failed', error: 'The endpoint is gone.' })
    return
  }
  const rule = takeRule(webhookRules, 'sent', delivery.event_type, endpoint.id)
  const answer = await send(endpoint, JSON.stringify(event, null, 2), clock.now(), rule)
  saveAttempt(sandbox, delivery.id, { at: clock.now(), ...answer, spoiled: rule?.action ?? null })
}

async function send(
  endpoint: Endpoint,
  body: string,
  now: number,
  rule: WebhookRule | undefined,
): Promise<Pick<Attempt, 'status' | 'error'>> {
  const action = rule?.action
  const shift = rule?.ms ?? wrongByMs
  const at =
    action === 'stale_timestamp' ? now - shift : action === 'future_timestamp' ? now + shift : now
  const secrets = action === 'bad_signature' ? ['whsec_of_somebody_else'] : secretsOf(endpoint, now)
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Stripe-Signature': signatureHeader(body, at, secrets),
      },
      body: action === 'altered_body' ? body.replace('"livemode"', '"Livemode"') : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await response.arrayBuffer()
    return action === 'lose_answer'
      ? { status: null, error: 'The answer was lost on the way.' }
      : { status: response.status, error: null }
  } catch (error) {
    if (!(error instanceof Error)) return { status: null, error: 'unknown' }
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
    return { status: null, error: `${error.message}${cause}` }
  }
}

function secretsOf({ secret, oldSecret }: Endpoint, now: number): string[] {
  return oldSecret && oldSecret.until > now ? [secret, oldSecret.secret] : [secret]
}

/**
 * HMAC-SHA256 over `t.body`, one `v1` for each secret that is valid now (two while a secret is
 * being rolled). In test mode the provider adds a `v0` that means nothing, to see whether anybody
 * believes it (docs.stripe.com/webhooks).
 */
function signatureHeader(body: string, at: number, secrets: readonly string[]): string {
  const time = Math.floor(at / 1000)
  const sign = (secret: string) =>
    createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return [`t=${time}`, ...secrets.map(secret => `v1=${sign(secret)}`), `v0=${sign('no')}`].join()
}

function saveAttempt(sandbox: Sandbox, id: number, attempt: Attempt): void {
  const { store } = sandbox
  store.transaction(() => {
    const sent = store.get('delivery', id)
    if (!sent) return
    const { at, status, error } = attempt
    const attempts = sent.attempts + 1
    const taken = status !== null && status >= 200 && status < 300
    const retryInMs = taken ? undefined : retryDelay(attempts, at - sent.made)
    const state = taken ? 'succeeded' : retryInMs === undefined ? 'failed' : 'pending'
    const due = at + (retryInMs ?? 0)
    const log = [...sent.log, attempt]
    store.put('delivery', { ...sent, attempts, state, due, status, error, log })
    if (taken) countPending(sandbox, sent.event, -1)
  })
}

const hourMs = 3_600_000

/**
 * How long to wait after so many failed attempts, in milliseconds; undefined after three days, as
 * in live mode. The intervals are not published: these grow fourfold from five seconds to 12 hours.
 */
export function retryDelay(attempts: number, ageMs: number): number | undefined {
  const delay = Math.min(5_000 * 4 ** (attempts - 1), 12 * hourMs)
  return ageMs + delay > 72 * hourMs ? undefined : delay
}
