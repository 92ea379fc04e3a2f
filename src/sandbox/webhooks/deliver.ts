import type { Sandbox } from '../sandbox'
import type { Attempt, Delivery } from '../store/delivery-rows'
import type { Endpoint } from './endpoints'
import { retryDelay } from './retry-delay'
import { signatureHeader } from './sign-payload'
import { sendActions, type WebhookRule } from './webhook-rules'

const answerWithinMs = 10_000
const tooOldMs = 10 * 60_000

/** One attempt: sent, its answer weighed, and what became of it written down. Does not throw. */
export async function deliver(sandbox: Sandbox, delivery: Delivery): Promise<void> {
  const endpoint = sandbox.endpoints.get(delivery.endpoint)
  const event = sandbox.store.events.get(delivery.event)
  if (!endpoint || !event) {
    sandbox.store.deliveries.save({ ...delivery, state: 'failed', error: 'The endpoint is gone.' })
    return
  }
  const rule = sandbox.webhookRules.take(sendActions, delivery.event_type, endpoint.id)
  const answer = await send(endpoint, JSON.stringify(event, null, 2), sandbox.clock.now(), rule)
  writeDown(sandbox, delivery, { ...answer, spoiled: rule?.action ?? null })
}

type Answer = Pick<Attempt, 'status' | 'error'>

async function send(
  endpoint: Endpoint,
  body: string,
  now: number,
  rule: WebhookRule | undefined,
): Promise<Answer> {
  const shift = rule?.ms ?? tooOldMs
  const at =
    rule?.action === 'stale_timestamp'
      ? now - shift
      : rule?.action === 'future_timestamp'
        ? now + shift
        : now
  const secrets =
    rule?.action === 'bad_signature' ? ['whsec_of_somebody_else'] : validSecrets(endpoint, now)
  const sent = rule?.action === 'altered_body' ? body.replace('"livemode"', '"Livemode"') : body
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Stripe-Signature': signatureHeader(body, at, secrets),
      },
      body: sent,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await response.arrayBuffer()
    return rule?.action === 'lose_answer'
      ? { status: null, error: 'The answer was lost on the way.' }
      : { status: response.status, error: null }
  } catch (error) {
    return { status: null, error: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

function validSecrets({ secret, oldSecret }: Endpoint, now: number): string[] {
  return oldSecret && oldSecret.until > now ? [secret, oldSecret.secret] : [secret]
}

function writeDown(
  { store, clock }: Sandbox,
  sent: Delivery,
  answer: Omit<Attempt, 'delivery' | 'at'>,
): void {
  const now = clock.now()
  const attempts = sent.attempts + 1
  const taken = answer.status !== null && answer.status >= 200 && answer.status < 300
  const retryIn = taken ? undefined : retryDelay(attempts, now - sent.made)
  const state = taken ? 'succeeded' : retryIn === undefined ? 'failed' : 'pending'
  store.inTransaction(() => {
    const due = now + (retryIn ?? 0)
    store.deliveries.save({ ...sent, ...answer, attempts, state, due })
    store.deliveries.log({ delivery: sent.id, at: now, ...answer })
    if (taken) store.events.owe(sent.event, -1)
  })
}
