-- Who read the provider while a donation was written reads it again.
alter table donations add column revision bigint not null default 0;

-- Refunds and disputes, one row each: every one is told once, and the order's state follows from the sums.
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

alter table tickets add column refunded_kopiykas bigint not null default 0;

-- Unpaid donations are looked at, and cancelled, when their own time comes.
update donations set settle_at = created_at + 86400000
  where settle_at is null and state in ('minting', 'open', 'processing');
