-- Limits that refill: a bucket is full again at a time.
drop table request_counts;
create table buckets (
  key text primary key,
  full_at bigint not null
);

-- Canceled donations without an order are deleted with what else has expired.
drop index donations_to_erase;
create index donations_to_erase on donations (created_at)
  where address_hash <> '' or drafted_at is not null or (state = 'canceled' and matched = 0);
