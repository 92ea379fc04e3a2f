import { createHmac } from 'node:crypto'
import type { Delivery } from '../records'
import { takeRule, type WebhookRule } from '../rules'
import type { Sandbox } from '../sandbox'
import type { Endpoint } from '../webhook-endpoints'

const answerWithinMs = 10_000
const staleByMs = 10 * 60_000

/** Makes one attempt and saves its result. An endpoint's failure does not throw. */
export async function deliver(sandbox: Sandbox, delivery: Delivery): Promise<void> {
  const { store, clock, endpoints } = sandbox
  const endpoint = endpoints.get(delivery.endpoint)
  const event = store.get('event', delivery.event)
  if (!endpoint || !event) {
    const attempts = delivery.attempts + 1
    store.put('delivery', {
      ...delivery,
      attempts,
      state: 'failed',
      error: 'The endpoint is gone.',
    })
    return
  }
  const action = takeRule(sandbox, 'sent')
  const answer = await send(endpoint, JSON.stringify(event, null, 2), clock.now(), action)
  store.transaction(() => saveAttempt(sandbox, delivery.id, answer))
}

type Answer = Pick<Delivery, 'status' | 'error'>

async function send(
  { url, secret }: Endpoint,
  body: string,
  now: number,
  action: WebhookRule['action'] | undefined,
): Promise<Answer> {
  const at = action === 'stale_timestamp' ? now - staleByMs : now
  const key = action === 'bad_signature' ? 'whsec_wrong' : secret
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Stripe-Signature': signatureHeader(body, at, key),
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
    const cause = error instanceof Error ? error.cause : undefined
    return { status: null, error: String(cause ?? error) }
  }
}

/**
 * Signs `t.body` with HMAC-SHA256. In test mode the provider adds a false `v0`, to catch clients that
 * accept it (docs.stripe.com/webhooks).
 */
function signatureHeader(body: string, at: number, secret: string): string {
  const time = Math.floor(at / 1000)
  const sign = (key: string) => createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${sign(secret)},v0=${sign('no')}`
}

function saveAttempt({ store, clock }: Sandbox, id: string, answer: Answer): void {
  const sent = store.get('delivery', id)
  if (!sent) return
  const attempts = sent.attempts + 1
  const isAccepted = answer.status !== null && answer.status >= 200 && answer.status < 300
  const retryInMs = isAccepted ? undefined : retryDelay(attempts, clock.now() - sent.made)
  const state = isAccepted ? 'succeeded' : retryInMs === undefined ? 'failed' : 'pending'
  const due = clock.now() + (retryInMs ?? 0)
  store.put('delivery', { ...sent, ...answer, attempts, state, due })
}

const hourMs = 3_600_000

/**
 * Returns how long to wait after so many failed attempts, in ms, or undefined after three days, as in live
 * mode. The provider does not publish its intervals. These grow fourfold from five seconds to twelve hours.
 */
function retryDelay(attempts: number, ageMs: number): number | undefined {
  const delay = Math.min(5_000 * 4 ** (attempts - 1), 12 * hourMs)
  return ageMs + delay > 72 * hourMs ? undefined : delay
}
