import type { Insertable, Selectable } from 'kysely'

/** The rows as migrations/ defines them. Flags are 0 or 1, times ms since 1970. */
export interface Tables {
  orders: OrdersTable
  order_history: OrderHistoryTable
  donations: DonationsTable
  order_drafts: OrderDraftsTable
  letters: LettersTable
  photos: PhotosTable
  answers: AnswersTable
  webhook_events: WebhookEventsTable
  tickets: TicketsTable
  payment_failures: PaymentFailuresTable
  request_counts: { key: string; points: number; expire: number | null }
  leases: { name: string; holder: string; until_ms: number }
  marks: { name: string; value: number }
  secrets: { name: string; value: string; created_at: number }
}

interface OrdersTable {
  id: string
  code: string
  idempotency_key: string
  payment_intent_id: string | null
  source: string
  name: string
  purpose: string
  email: string | null
  language: string
  prefers_donation: number
  payment: string
  claimed_kopiykas: number
  confirmed_kopiykas: number
  needs_details: number
  shortened: number
  possible_double: number
  fulfilment: string
  lit_at: number | null
  user_email_sent: number | null
  user_agent: string
  referrer: string
  browser_language: string
  address_hash: string
  created_at: number
  erased_at: number | null
}

interface OrderHistoryTable {
  id: string
  order_id: string
  at: number
  event: string
  detail: string
}

interface DonationsTable {
  id: string
  payment_intent_id: string | null
  state: string
  amount_kopiykas: number
  received_kopiykas: number
  refunded_kopiykas: number
  disputed: number
  livemode: number
  failures: number
  address_hash: string
  created_at: number
  succeeded_at: number | null
  settle_at: number | null
  settle_attempts: number
}

interface OrderDraftsTable {
  payment_intent_id: string
  payload: string
  address_hash: string
  created_at: number
}

interface LettersTable {
  id: string
  subject_id: string
  kind: string
  recipient: string
  reply_to: string | null
  subject: string
  text_body: string
  html_body: string
  urgent: number
  photo_id: string | null
  message_id: string
  state: string
  run_at: number
  attempts: number
  last_error: string | null
  created_at: number
  sent_at: number | null
}

interface PhotosTable {
  id: string
  order_id: string
  jpeg_base64: string
  created_at: number
}

interface AnswersTable {
  id: string
  order_id: string | null
  sender_hash: string
  outcome: string
  created_at: number
}

interface WebhookEventsTable {
  id: string
  type: string
  payment_intent_id: string | null
  received_at: number
  run_at: number | null
  attempts: number
  last_error: string | null
}

interface TicketsTable {
  id: string
  payment_intent_id: string
  state: string
  amount_kopiykas: number
  paid_at: number
  card_last4: string | null
  billing_email: string | null
  created_at: number
  closed_at: number | null
}

interface PaymentFailuresTable {
  event_id: string
  payment_intent_id: string
  address_hash: string
  at: number
}

export type OrderRow = Selectable<OrdersTable>
export type LetterRow = Selectable<LettersTable>
export type DonationRow = Selectable<DonationsTable>
export type TicketRow = Selectable<TicketsTable>
export type NewLetterRow = Insertable<LettersTable>
