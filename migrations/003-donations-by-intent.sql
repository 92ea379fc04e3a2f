-- A donation is written when its intent exists, and named by it. SQLite cannot drop a primary key.
create table donations_by_intent (
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
  -- Has an order or a ticket. An index finds the captured payments that have neither.
  matched integer not null,
  draft text,
  drafted_at bigint
);

insert into donations_by_intent
select payment_intent_id, secret_hash, state, amount_kopiykas, received_kopiykas, refunded_kopiykas,
  disputed, livemode, failures, address_hash, created_at, succeeded_at, next_check_at,
  check_attempts, reversal_reported_at, revision, matched, draft, drafted_at
from donations
where payment_intent_id is not null;

drop table donations;
alter table donations_by_intent rename to donations;

create index donations_due on donations (next_check_at) where next_check_at is not null;
create index donations_by_address on donations (address_hash, created_at);
create index donations_by_draft on donations (drafted_at) where drafted_at is not null;
create index donations_by_success on donations (succeeded_at) where succeeded_at is not null;
create index donations_to_match on donations (succeeded_at) where matched = 0 and state = 'succeeded';
create index donations_to_erase on donations (created_at) where address_hash <> '';
