import type { Sandbox } from '../sandbox'

const limit = 50

/** What happened, newest first, for people to read. */
export function journalPage({ store, endpoints, faults, webhookRules }: Sandbox): string {
  const intents = store.list('payment_intent', { limit }).map(intent => ({
    created: time(intent.created * 1000),
    id: intent.id,
    amount: `${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}`,
    status: intent.status,
    'last decline': intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code,
    charge: intent.latest_charge,
  }))
  const deliveries = store
    .list('delivery', { limit })
    .map(({ made, event_type, endpoint, state, attempts, status, error }) => ({
      ...{ made: time(made), event: event_type, endpoint, state, attempts },
      answer: status ?? error,
    }))
  const endpointRows = endpoints.all().map(({ id, url }) => ({ id, url }))
  const rules = [...faults.all(), ...webhookRules.all()].map(({ id, action, count }) => ({
    id,
    action,
    count: count ?? 'until removed',
  }))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card sandbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{margin:16px;font:14px/1.5 system-ui,sans-serif}table{border-collapse:collapse}
th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #e3e5ea}
</style></head><body><h1>Card sandbox (test)</h1>
<p>A simulated payment provider. No money moves. Times are UTC; reload to see what is new.</p>
${table('Payment intents', intents)}${table('Deliveries of webhooks', deliveries)}
${table('Webhook endpoints', endpointRows)}${table('Faults and rules in force', rules)}</body></html>`
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

function table(caption: string, rows: readonly object[]): string {
  const [first] = rows
  if (!first) return `<h2>${caption}</h2><p>Nothing yet.</p>`
  const line = (tag: 'th' | 'td', cells: unknown[]) =>
    `<tr>${cells.map(cell => `<${tag}>${asText(cell)}</${tag}>`).join('')}</tr>`
  const body = rows.map(row => line('td', Object.values(row))).join('')
  return `<h2>${caption}</h2><table>${line('th', Object.keys(first))}${body}</table>`
}

function asText(value: unknown): string {
  return String(value ?? '').replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
