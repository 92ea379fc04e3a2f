import type { Charge, Delivery, PaymentIntent, StripeEvent } from 'stripe-sandbox/records'
import type { NewFault, NewWebhookRule } from 'stripe-sandbox/rules'
import type { InferInput } from 'valibot'

type Endpoint = { url: string; secret?: string }
export type Fault = InferInput<typeof NewFault>
type WebhookRule = InferInput<typeof NewWebhookRule>

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
    /** Where they may be used, by host name. */
    walletDomains: (domains: Record<string, 'active' | 'inactive'>) =>
      call<void>('POST', '/wallets', { domains }),
    clearFaults: () => call<void>('DELETE', '/faults'),
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
    /** Delivers all events, and does all jobs of the bank, at once. */
    drain: () => call<void>('POST', '/drain', {}),
    /** Sends events there from now on. */
    listen: (endpoint: Endpoint) => call<void>('POST', '/webhook_endpoints', endpoint),
    limitRate: (limit: { per_second?: number; in_all?: number }) =>
      call<void>('POST', '/rate_limit', limit),
    /** How many requests it has had, by method and route. */
    requests: () => call<Record<string, number>>('GET', '/requests'),
    /**
     * Lets a visitor pay, by the card that never fails unless it says otherwise; resolves to the
     * provider's answer.
     */
    pay: (intent: string, payment: { card?: string; billing_details?: object } = {}) =>
      call<{ status: number }>('POST', `/payment_intents/${intent}/pay`, payment),
    /** Lets the bank decide. */
    settle: (intent: string) => call<void>('POST', `/payment_intents/${intent}/settle`, {}),
    intent: (id: string) => call<PaymentIntent>('GET', `/payment_intents/${id}`),
    /** Resolves to the refund's id. */
    async refund(
      payment_intent: string,
      fields: { amount?: number | undefined; pending?: boolean; fails?: boolean } = {},
    ) {
      const asked = { payment_intent, ...fields }
      return (await call<{ body: { id: string } }>('POST', '/refunds', asked)).body.id
    },
    settleRefund: (id: string, status: string) =>
      call<void>('POST', `/refunds/${id}/settle`, { status }),
    /** Resolves to the dispute's id. */
    dispute: async (payment_intent: string) =>
      (await call<{ id: string }>('POST', '/disputes', { payment_intent })).id,
    closeDispute: (id: string, status: string) =>
      call<void>('POST', `/disputes/${id}/close`, { status }),
    charges: () => call<Charge[]>('GET', '/charges?limit=100000'),
    intents: () => call<PaymentIntent[]>('GET', '/payment_intents?limit=100000'),
  }
}
