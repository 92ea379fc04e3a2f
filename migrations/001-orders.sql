-- Portable SQL: text, bigint (milliseconds, kopiykas), integer (flags). No engine's own types.

create table orders (
  id text primary key,
  code text not null unique,
  idempotency_key text not null unique,
  payment_intent_id text unique,
  source text not null,
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
  user_email_sent integer,
  user_agent text not null,
  referrer text not null,
  browser_language text not null,
  address_hash text not null,
  created_at bigint not null,
  erased_at bigint
);
create index orders_by_time on orders (created_at);
create index orders_by_payment on orders (payment, created_at);

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
  settle_at bigint,
  settle_attempts integer not null
);
create index donations_due on donations (settle_at);
create index donations_by_state on donations (state, created_at);

create table order_drafts (
  payment_intent_id text primary key,
  payload text not null,
  address_hash text not null,
  created_at bigint not null
);

create table letters (
  id text primary key,
  subject_id text not null,
  kind text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  text_body text not null,
  html_body text not null,
  message_id text not null unique,
  state text not null,
  run_at bigint not null,
  attempts integer not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint,
  unique (subject_id, kind)
);
create index letters_due on letters (state, run_at);

create table webhook_events (
  id text primary key,
  type text not null,
  payment_intent_id text,
  received_at bigint not null,
  run_at bigint,
  attempts integer not null,
  last_error text
);
create index webhook_events_due on webhook_events (run_at);

create table tickets (
  id text primary key,
  payment_intent_id text not null unique,
  state text not null,
  amount_kopiykas bigint not null,
  paid_at bigint not null,
  card_last4 text,
  billing_email text,
  created_at bigint not null,
  closed_at bigint
);

-- What several processes agree on: who runs a loop until when, and when something was last seen.
create table leases (
  name text primary key,
  holder text not null,
  until_ms bigint not null
);
create table marks (
  name text primary key,
  value bigint not null
);

-- Made by the first process that needs them: the salt of address hashes, the key of reply tokens.
create table secrets (
  name text primary key,
  value text not null,
  created_at bigint not null
);
