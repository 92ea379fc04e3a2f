-- Declined payments, one row each: an intent or an address that has many of them tests cards.
create table payment_failures (
  event_id text primary key,
  payment_intent_id text not null,
  address_hash text not null,
  at bigint not null
);
create index payment_failures_by_address on payment_failures (address_hash, at);
create index payment_failures_by_time on payment_failures (at);
create index donations_by_address on donations (address_hash, created_at);
create index donations_by_time on donations (created_at);

-- What each address asked for lately, where several processes count together. The columns, their
-- order too, are those that rate-limiter-flexible expects.
create table request_counts (
  key text primary key,
  points integer not null,
  expire bigint
);
