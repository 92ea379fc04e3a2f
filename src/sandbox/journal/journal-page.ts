import { testCards } from '../cards/test-cards'
import { type Exchange, type Reply, textReply } from '../http/exchange'
import type { PaymentIntent } from '../objects/payment-intent'
import type { Sandbox } from '../sandbox'
import type { Delivery } from '../store/delivery-rows'
import { everything } from '../store/page'
import { type Cell, htmlTable } from './html-text'

const shown = 50

/** What happened here, for a person to read: the newest first. */
export function journalPage(
  { store, endpoints, faults, webhookRules }: Sandbox,
  _: Exchange,
): Reply {
  const window = { ...everything, limit: shown }
  const rules = [...faults.all(), ...webhookRules.all()]
  const body = [
    htmlTable(
      'Payment intents',
      ['Created', 'Intent', 'Amount', 'Status', 'Last refusal', 'Charge'],
      store.objects.list('payment_intent', window).map(intentRow),
    ),
    htmlTable(
      'Events',
      ['Created', 'Event', 'Type', 'About', 'Still owed'],
      store.events
        .list(window, {})
        .map(({ event }) => [
          time(event.created * 1000),
          event.id,
          event.type,
          event.data.object.id,
          event.pending_webhooks,
        ]),
    ),
    htmlTable(
      'Deliveries',
      ['Made', 'No.', 'Event', 'To', 'State', 'Attempts', 'Answer', 'Next try'],
      store.deliveries.recent(shown).map(deliveryRow),
    ),
    htmlTable(
      'Who is told',
      ['Endpoint', 'Address', 'Events'],
      endpoints.all().map(one => [one.id, one.url, one.enabledEvents.join(', ')]),
    ),
    htmlTable(
      'Faults and rules in force',
      ['Id', 'Action', 'Times left'],
      rules.map(rule => [rule.id, rule.action, rule.count ?? 'until removed']),
    ),
    htmlTable(
      'Cards to try (any future date, any code)',
      ['Number', 'What the bank does'],
      Object.entries(testCards).map(([number, card]) => [
        number.replace(/(.{4})(?=.)/g, '$1 '),
        outcomeText(card.outcome),
      ]),
    ),
  ].join('')
  return textReply(200, page(body), 'text/html')
}

function intentRow(intent: PaymentIntent): Cell[] {
  return [
    time(intent.created * 1000),
    intent.id,
    `${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}`,
    intent.status,
    intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
    intent.latest_charge,
  ]
}

function deliveryRow(delivery: Delivery): Cell[] {
  const { made, id, event_type, endpoint, state, attempts, status, error, due } = delivery
  const next = state === 'pending' ? time(due) : null
  return [time(made), id, event_type, endpoint, state, attempts, status ?? error, next]
}

function outcomeText(outcome: (typeof testCards)[string]['outcome']): string {
  switch (outcome.kind) {
    case 'succeeds':
      return outcome.disputed ? 'pays, and is disputed' : 'pays'
    case 'declines':
      return `refuses: ${outcome.decline.decline_code}`
    case 'asks':
      return `${outcome.by === 'challenge' ? 'asks for 3-D Secure' : 'leads to a bank page'}, then ${outcomeText(outcome.afterwards)}`
    case 'waits':
      return `takes a few seconds, then ${outcomeText(outcome.afterwards)}`
  }
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card sandbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{margin:0 auto;max-width:1100px;padding:16px;font:15px/1.45 system-ui,sans-serif;color:#22252e}
div{overflow-x:auto}table{border-collapse:collapse;font-size:13px;white-space:nowrap}
th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #e3e5ea}h2{margin:28px 0 6px;font-size:17px}
b{padding:2px 10px;border-radius:99px;background:#ffe9b8;color:#6b4300}</style></head><body>
<h1>Card sandbox <b>test</b></h1><p>A pretend card company. No money moves. Times are UTC; reload to see what is new.</p>
${body}</body></html>`
}
