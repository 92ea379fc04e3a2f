export interface Fault {
  action: 'lose_answer' | 'drop' | 'status' | 'delay'
  method?: 'GET' | 'POST'
  /** `*` stands for anything but a slash. */
  path?: string
  /** null: until it is removed. */
  count?: number | null
  at?: 'before' | 'after'
  status?: number
  ms?: number
}

export interface WebhookRule {
  action:
    | 'delay'
    | 'duplicate'
    | 'withhold'
    | 'reorder'
    | 'bad_signature'
    | 'stale_timestamp'
    | 'altered_body'
    | 'lose_answer'
  types?: string[]
  count?: number | null
  ms?: number
  copies?: number
  size?: number
}

export interface Delivery {
  id: string
  event: string
  event_type: string
  state: string
  due: number
  attempts: number
  status: number | null
}

export interface SandboxEvent {
  id: string
  type: string
}

/** The payment provider's control API. Times in ms. */
export interface SandboxControl {
  fault(fault: Fault): Promise<void>
  /** Faults that no request has met yet. */
  faultsToCome(): Promise<number>
  spoilWebhooks(rule: WebhookRule): Promise<void>
  /** Removes faults and rules, and releases withheld webhooks. */
  clear(): Promise<void>
  advance(ms: number): Promise<void>
  now(): Promise<number>
  deliveries(): Promise<Delivery[]>
  /** The bank's pending jobs. */
  plansToCome(): Promise<number>
  events(): Promise<SandboxEvent[]>
  resend(eventId: string): Promise<void>
  settle(intentId: string): Promise<void>
  refund(intentId: string, kopiykas?: number, fails?: boolean): Promise<void>
  dispute(intentId: string): Promise<{ id: string }>
  list<T>(what: 'charges' | 'disputes' | 'payment_intents'): Promise<T[]>
}

export function controlSandbox(sandboxUrl: string): SandboxControl {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${sandboxUrl}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    fault: fault => call('POST', '/faults', fault),
    faultsToCome: async () => (await call<unknown[]>('GET', '/faults')).length,
    spoilWebhooks: rule => call('POST', '/webhook_rules', rule),
    async clear() {
      await call('DELETE', '/faults')
      await call('DELETE', '/webhook_rules')
      await call('POST', '/deliveries/release', {})
    },
    advance: ms => call('POST', '/clock', { advance_ms: ms }),
    now: async () => (await call<{ now_ms: number }>('GET', '/clock')).now_ms,
    deliveries: () => call('GET', '/deliveries?limit=10000'),
    plansToCome: async () => (await call<{ plans: number }>('GET', '/queue')).plans,
    events: () => call('GET', '/events'),
    resend: id => call('POST', `/events/${id}/resend`, {}),
    settle: id => call('POST', `/payment_intents/${id}/settle`, {}),
    refund: (payment_intent, amount, fails = false) =>
      call('POST', '/refunds', { payment_intent, fails, ...(amount ? { amount } : {}) }),
    dispute: payment_intent => call('POST', '/disputes', { payment_intent }),
    list: what => call('GET', `/${what}?limit=100000`),
  }
}
