import type { Charge, Delivery, Dispute, PaymentIntent, StripeEvent } from 'stripe-sandbox/records'
import type { NewFault, NewWebhookRule } from 'stripe-sandbox/rules'
import type { InferInput } from 'valibot'

export type Fault = InferInput<typeof NewFault>
export type WebhookRule = InferInput<typeof NewWebhookRule>

export type SandboxControl = ReturnType<typeof controlSandbox>

/** The payment provider's control API. Times in ms. */
export function controlSandbox(sandboxUrl: string) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${sandboxUrl}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    fault: (fault: Fault) => call<void>('POST', '/faults', fault),
    spoilWebhooks: (rule: WebhookRule) => call<void>('POST', '/webhook_rules', rule),
    /** The wallets that the visitor's device has. */
    wallets: (available: string[]) => call<void>('POST', '/wallets', { available }),
    /** Removes faults and rules, and releases withheld webhooks. */
    async clear() {
      await call('DELETE', '/faults')
      await call('DELETE', '/webhook_rules')
      await call('POST', '/deliveries/release', {})
    },
    advance: (ms: number) => call<void>('POST', '/clock', { advance_ms: ms }),
    now: async () => (await call<{ now_ms: number }>('GET', '/clock')).now_ms,
    deliveries: () => call<Delivery[]>('GET', '/deliveries?limit=10000'),
    /** The bank's pending jobs. */
    plansToCome: async () => (await call<{ plans: number }>('GET', '/queue')).plans,
    events: () => call<StripeEvent[]>('GET', '/events'),
    resend: (id: string) => call<void>('POST', `/events/${id}/resend`, {}),
    refund: (payment_intent: string, amount?: number, fails = false) =>
      call<void>('POST', '/refunds', { payment_intent, fails, ...(amount ? { amount } : {}) }),
    dispute: (payment_intent: string) =>
      call<{ id: string }>('POST', '/disputes', { payment_intent }),
    charges: () => call<Charge[]>('GET', '/charges?limit=100000'),
    disputes: () => call<Dispute[]>('GET', '/disputes?limit=100000'),
    intents: () => call<PaymentIntent[]>('GET', '/payment_intents?limit=100000'),
  }
}
