-- Portable SQL: text, bigint (milliseconds, kopiykas), integer (flags). No engine-specific types.

create table orders (
  id text primary key,
  code text not null unique,
  idempotency_key text not null unique,
  payment_intent_id text unique,
  channel text not null,
  name text not null,
  purpose text not null,
  email text,
  language text not null,
  prefers_donation integer not null,
  payment text not null,
  claimed_kopiykas bigint not null,
  confirmed_kopiykas bigint not null,
  needs_details integer not null,
  shortened integer not null,
  possible_double integer not null,
  fulfilment text not null,
  lit_at bigint,
  lit_by text,
  notice_due_at bigint,
  notice_id text,
  notice_number integer,
  user_agent text not null,
  referrer text not null,
  browser_language text not null,
  address_hash text not null,
  created_at bigint not null,
  erased_at bigint
);
create index orders_by_time on orders (created_at);
create index orders_waiting on orders (created_at) where fulfilment = 'waiting';
create index orders_to_notify on orders (notice_due_at, payment) where notice_due_at is not null;
create index orders_to_erase on orders (created_at) where erased_at is null;
create index orders_lit on orders (lit_at) where lit_at is not null and erased_at is null;
create index orders_paid on orders (email, name, created_at) where payment = 'paid';
create index orders_by_notice on orders (notice_id);

create table order_history (
  id text primary key,
  order_id text not null references orders (id),
  at bigint not null,
  event text not null,
  detail text not null
);
create index order_history_by_order on order_history (order_id, at);

create table donations (
  id text primary key,
  payment_intent_id text unique,
  secret_hash text,
  state text not null,
  amount_kopiykas bigint not null,
  received_kopiykas bigint not null,
  refunded_kopiykas bigint not null,
  disputed integer not null,
  livemode integer not null,
  failures integer not null,
  address_hash text not null,
  created_at bigint not null,
  succeeded_at bigint,
  next_check_at bigint,
  check_attempts integer not null,
  revision bigint not null,
  -- Has an order or a ticket. An index finds the captured payments that have neither.
  matched integer not null,
  draft text,
  drafted_at bigint
);
create index donations_due on donations (next_check_at) where next_check_at is not null;
create index donations_by_address on donations (address_hash, created_at);
create index donations_by_draft on donations (drafted_at) where drafted_at is not null;
create index donations_by_success on donations (succeeded_at) where succeeded_at is not null;
create index donations_to_match on donations (succeeded_at) where matched = 0 and state = 'succeeded';
create index donations_to_erase on donations (created_at) where address_hash <> '';

create table reversals (
  id text primary key,
  payment_intent_id text not null,
  kind text not null,
  amount_kopiykas bigint not null,
  status text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index reversals_by_payment on reversals (payment_intent_id);

-- Declined payments: an intent or an address with many of them tests cards.
create table payment_failures (
  event_id text primary key,
  payment_intent_id text not null,
  address_hash text not null,
  at bigint not null
);
create index payment_failures_by_address on payment_failures (address_hash, at);
create index payment_failures_by_time on payment_failures (at);

create table webhook_events (
  id text primary key,
  type text not null,
  payment_intent_id text,
  received_at bigint not null,
  run_at bigint,
  attempts integer not null
);
create index webhook_events_due on webhook_events (run_at) where run_at is not null;
create index webhook_events_by_time on webhook_events (received_at);

create table tickets (
  id text primary key,
  payment_intent_id text not null unique,
  state text not null,
  amount_kopiykas bigint not null,
  refunded_kopiykas bigint not null,
  paid_at bigint not null,
  card_last4 text,
  billing_email text,
  created_at bigint not null,
  closed_at bigint
);
create index tickets_by_state on tickets (state);

create table emails (
  id text primary key,
  subject_id text not null,
  kind text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  text_body text not null,
  html_body text not null,
  urgent integer not null,
  photo_set_id text,
  sheet_html text,
  thread text,
  message_id text not null unique,
  state text not null,
  run_at bigint not null,
  attempts integer not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint,
  unique (subject_id, kind)
);
create index emails_to_send on emails (urgent, run_at) where state = 'waiting';
create index emails_by_state on emails (state, created_at);
create index emails_by_kind on emails (kind, created_at);
create index emails_by_photos on emails (photo_set_id) where photo_set_id is not null;

-- Re-encoded photos as base64: text is the one type for bytes that both engines share.
create table photos (
  id text primary key,
  set_id text not null,
  jpeg_base64 text not null,
  created_at bigint not null
);
create index photos_by_set on photos (set_id);

create table replies (
  id text primary key,
  notice text,
  sender_hash text not null,
  outcome text not null,
  attempts integer not null,
  created_at bigint not null
);
create index replies_by_sender on replies (sender_hash, created_at);
create index replies_by_time on replies (created_at);
create index replies_by_notice on replies (notice, created_at);

-- Counts of the rate limits.
create table request_counts (
  key text primary key,
  points integer not null,
  expire bigint
);

create table leases (
  name text primary key,
  holder text not null,
  until_ms bigint not null
);

create table watermarks (
  name text primary key,
  value bigint not null
);

-- Created by the first process that needs them: the salt of address hashes, the key of reply tokens.
create table secrets (
  name text primary key,
  value text not null,
  created_at bigint not null
);
