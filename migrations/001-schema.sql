-- Portable SQL: text, bigint (milliseconds, kopiykas), integer (flags). No engine-specific types.
-- tests/integration/store/query-plans.test.ts fails for an index that no query uses.

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
  address_hash text not null,
  created_at bigint not null,
  erased_at bigint
);
-- Lists and sums of a period.
create index orders_by_time on orders (created_at);
create index orders_waiting on orders (created_at) where fulfilment = 'waiting';
create index orders_to_notify on orders (notice_due_at, payment) where notice_due_at is not null;
-- Retention of orders that were never lit, and of lit ones.
create index orders_to_erase on orders (created_at) where erased_at is null;
create index orders_lit on orders (lit_at) where lit_at is not null and erased_at is null;
-- Whether the same candle was paid twice.
create index orders_paid on orders (email, name, created_at) where payment = 'paid';
-- The orders of a digest that is answered.
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
  payment_intent_id text primary key,
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
  reversal_reported_at bigint,
  revision bigint not null,
  matched integer not null,
  draft text,
  drafted_at bigint
);
create index donations_due on donations (next_check_at) where next_check_at is not null;
-- Card testing: the payments of a network.
create index donations_by_address on donations (address_hash, created_at);
-- Sums of a period; health: the last success.
create index donations_by_success on donations (succeeded_at) where succeeded_at is not null;
-- Health and the sweep: captured payments with neither an order nor a ticket.
create index donations_to_match on donations (succeeded_at) where matched = 0 and state = 'succeeded';
create index donations_to_erase on donations (created_at)
  where address_hash <> '' or drafted_at is not null;

create table reversals (
  id text primary key,
  payment_intent_id text not null,
  kind text not null,
  amount_kopiykas bigint not null,
  status text not null
);
create index reversals_by_payment on reversals (payment_intent_id);

-- Declined payments of the last hours: an intent or an address with many of them tests cards.
create table payment_failures (
  event_id text primary key,
  payment_intent_id text not null,
  address_hash text not null,
  at bigint not null
);
create index payment_failures_by_address on payment_failures (address_hash, at);

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
-- Health: open ones.
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
-- Health, and the list of the command line.
create index emails_by_state on emails (state, created_at);
-- The limits of notices and thanks.
create index emails_by_kind on emails (kind, created_at);
-- Whether an email still carries a photo.
create index emails_by_photos on emails (photo_set_id) where photo_set_id is not null;

-- Re-encoded photos as base64: text is the one type for bytes that both engines share.
create table photos (
  id text primary key,
  set_id text not null,
  created_at bigint not null,
  jpeg_base64 text not null
);
create index photos_by_set on photos (set_id);

create table replies (
  id text primary key,
  notice text,
  outcome text not null,
  attempts integer not null,
  created_at bigint not null
);
-- Retention.
create index replies_by_time on replies (created_at);
-- The questions that we sent about a notice.
create index replies_by_notice on replies (notice, created_at);

-- Counts of the rate limits.
create table request_counts (
  key text primary key,
  points integer not null,
  expire bigint not null
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
