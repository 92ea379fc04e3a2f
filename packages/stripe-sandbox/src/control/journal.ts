import type { PaymentIntent } from '../objects/payment-intent'
import { type Outcome, testCards } from '../payments/cards'
import type { Sandbox } from '../sandbox'
import type { Delivery } from '../store'

type Cell = string | number | null | undefined
type Row = Readonly<Record<string, Cell>>

const limit = 50

/** What happened here, for a person to read: the newest first. */
export function journalPage({ store, endpoints, faults, webhookRules }: Sandbox): string {
  const rules = [...faults.all(), ...webhookRules.all()]
  const tables = [
    table('Payment intents', store.list('payment_intent', { limit }).map(intentRow)),
    table(
      'Events',
      store.list('event', { limit }).map(({ created, id, type, data, pending_webhooks }) => ({
        created: time(created * 1000),
        event: id,
        type,
        about: data.object.id,
        'not delivered': pending_webhooks,
      })),
    ),
    table('Deliveries', store.list('delivery', { limit }).map(deliveryRow)),
    table(
      'Webhook endpoints',
      endpoints
        .all()
        .map(({ id, url, enabledEvents }) => ({ id, url, events: `${enabledEvents}` })),
    ),
    table(
      'Faults and rules in force',
      rules.map(({ id, action, count = 'until removed' }) => ({ id, action, count })),
    ),
    table(
      'Cards to try (any future date, any code)',
      Object.entries(testCards).map(([number, card]) => ({
        number: number.replace(/(.{4})(?=.)/g, '$1 '),
        'what the bank does': outcomeText(card.outcome),
      })),
    ),
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card sandbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{margin:0 auto;max-width:1100px;padding:16px;font:15px/1.45 system-ui,sans-serif;color:#22252e}
div{overflow-x:auto}table{border-collapse:collapse;font-size:13px;white-space:nowrap}
th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #e3e5ea}h2{margin:28px 0 6px;font-size:17px}
b{padding:2px 10px;border-radius:99px;background:#ffe9b8;color:#6b4300}</style></head><body>
<h1>Card sandbox <b>test</b></h1><p>A pretend card company. No money moves. Times are UTC; reload to see what is new.</p>
${tables.join('')}</body></html>`
}

function intentRow(intent: PaymentIntent): Row {
  const { created, id, amount, currency, status, last_payment_error: error } = intent
  return {
    created: time(created * 1000),
    id,
    amount: `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`,
    status,
    'last refusal': error?.decline_code ?? error?.code,
    charge: intent.latest_charge,
  }
}

function deliveryRow({ made, id, event_type: event, endpoint, ...rest }: Delivery): Row {
  const { state, attempts, status, error, due } = rest
  const next = state === 'pending' ? time(due) : null
  return { made: time(made), id, event, endpoint, state, attempts, answer: status ?? error, next }
}

function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'succeeds') return outcome.disputed ? 'pays, and is disputed' : 'pays'
  if (outcome.kind === 'declines') return `refuses: ${outcome.decline.decline_code}`
  const afterwards = outcomeText(outcome.afterwards)
  if (outcome.kind === 'waits') return `takes a few seconds, then ${afterwards}`
  return `${outcome.by === 'challenge' ? 'asks for 3-D Secure' : 'leads to a bank page'}, then ${afterwards}`
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

function table(caption: string, rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return `<h2>${caption}</h2><p>Nothing yet.</p>`
  const line = (tag: 'th' | 'td', cells: readonly Cell[]) =>
    `<tr>${cells.map(cell => `<${tag}>${text(cell)}</${tag}>`).join('')}</tr>`
  const body = rows.map(row => line('td', Object.values(row))).join('')
  return `<h2>${caption}</h2><div><table>${line('th', Object.keys(first))}${body}</table></div>`
}

function text(value: Cell): string {
  return String(value ?? '').replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
