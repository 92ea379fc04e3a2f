-- An event schedules a check of its payment, and is no longer stored.
update donations set next_check_at = 0
where payment_intent_id in (
  select payment_intent_id from webhook_events where run_at is not null
);

drop table webhook_events;

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
  revision bigint not null,
  -- An index finds the captured payments that have no order.
  has_order integer not null,
  draft text,
  drafted_at bigint,
  draft_version bigint not null,
  answered_at bigint,
  -- How the success of a payment became known.
  learned_by text
);

insert into donations_by_intent
select payment_intent_id, secret_hash, state, amount_kopiykas, received_kopiykas, refunded_kopiykas,
  disputed, livemode, failures, address_hash, created_at, succeeded_at, next_check_at,
  check_attempts, revision, matched, draft, drafted_at, -1, null, null
from donations
where payment_intent_id is not null;

drop table donations;
alter table donations_by_intent rename to donations;

create index donations_due on donations (next_check_at) where next_check_at is not null;
create index donations_by_address on donations (address_hash, created_at);
create index donations_by_success on donations (succeeded_at) where succeeded_at is not null;
create index donations_to_match on donations (succeeded_at) where has_order = 0 and state = 'succeeded';
-- Canceled donations without an order are deleted with what else has expired.
create index donations_to_erase on donations (created_at)
  where address_hash <> '' or drafted_at is not null or (state = 'canceled' and has_order = 0);

-- The page sends them; nothing has ever read them.
alter table orders drop column user_agent;
alter table orders drop column referrer;
alter table orders drop column browser_language;
alter table orders drop column prefers_donation;

-- Reports of candles that were unlit since: a second lighting writes them again.
delete from emails where kind in ('donor-photo-report', 'donor-photo-added') and exists (
  select 1 from orders where orders.id = emails.subject_id
    and (orders.fulfilment <> 'lit' or emails.created_at < orders.lit_at)
);
delete from watermarks where name = 'bad-signatures';

-- Declines live an hour or two: those of an address are enough.
drop index payment_failures_by_time;

-- One row serializes the checks for double payments.
delete from watermarks where name like 'paid-order-lock:%';

-- An order is a decided thing: one whose payment nobody knew, and that nobody was told of, is its words
-- again, kept with its donation as answered. Any other counts as claimed until it is known as paid.
-- Names and intentions have no control characters but line breaks and tabs.
update donations set
  draft = (
    select '{"sent":{"name":"' || replace(replace(replace(replace(name, '\', '\\'), '"', '\"'), '
', '\n'), '	', '\t')
      || '","purpose":"' || replace(replace(replace(replace(purpose, '\', '\\'), '"', '\"'), '
', '\n'), '	', '\t')
      || '","email":"' || replace(replace(coalesce(email, ''), '\', '\\'), '"', '\"')
      || '","donationAmount":"' || cast(claimed_kopiykas / 100 as text)
      || '","language":"' || language || '"},"addressHash":"' || address_hash || '"}'
    from orders where orders.payment_intent_id = donations.payment_intent_id
  ),
  drafted_at = (
    select orders.created_at from orders
    where orders.payment_intent_id = donations.payment_intent_id
  ),
  answered_at = (
    select orders.created_at from orders
    where orders.payment_intent_id = donations.payment_intent_id
  ),
  next_check_at = 0,
  has_order = 0
where payment_intent_id in (
  select payment_intent_id from orders
  where payment in ('verifying', 'awaiting') and fulfilment = 'waiting' and notice_id is null
);

delete from order_history where order_id in (
  select orders.id from orders
  join donations on donations.payment_intent_id = orders.payment_intent_id
  where answered_at is not null
);

delete from orders where payment_intent_id in (
  select payment_intent_id from donations where answered_at is not null
);

update orders set payment = 'claimed' where payment in ('verifying', 'awaiting');

update orders set channel = 'page' where channel = 'draft';

-- What the temple was told of an order's payment. Until now it was read from the words of the history.
alter table orders add column told_payment text;

update orders set told_payment = case
  when payment <> 'paid' and exists (
    select 1 from order_history
    where order_history.order_id = orders.id and event = 'payment' and detail like 'claimed to %'
  ) then 'claimed'
  else payment
end
where notice_id is not null;

-- What a submission of the temple's page did: its page says so after the redirect.
create table submissions (
  id text primary key,
  at bigint not null,
  result text not null
);
create index submissions_by_time on submissions (at);

-- The temple answers on its page: replies by email are not read any more.
drop table replies;
delete from secrets where name = 'reply-token';
delete from watermarks where name = 'mailbox-read-at' or name like 'mailbox:%';
-- They name the order that they answered.
delete from emails where kind like 'temple-reply-%';
alter table emails drop column thread;

-- Only donors’ emails have a Reply-To, which is the temple’s address.
alter table emails drop column reply_to;

-- Limits that refill: a bucket is full again at a time.
drop table request_counts;
create table buckets (
  key text primary key,
  full_at bigint not null
);

-- What is returned or disputed is read from the charge, which stays disputed however that ends, and whose
-- refunded sum has no lost dispute. What the temple and the donor were told of is not told again: the
-- emails of each refund and dispute are about its entry in the order's history.
update donations set
  disputed = 1,
  refunded_kopiykas = coalesce((
    select sum(amount_kopiykas) from reversals
    where reversals.payment_intent_id = donations.payment_intent_id
      and kind = 'refund' and status in ('pending', 'succeeded')
  ), 0)
where payment_intent_id in (select payment_intent_id from reversals where kind = 'dispute');

update orders set payment = 'disputed'
where payment in ('paid', 'returned') and payment_intent_id in (
  select payment_intent_id from reversals where kind = 'dispute'
);

update order_history set id = (
  select reversals.id from reversals where order_history.detail like reversals.id || ':%'
)
where id in (
  select min(entries.id) from order_history as entries
  join reversals on entries.detail like reversals.id || ':%'
  group by reversals.id
);
drop table reversals;

-- The temple is told of a confirmed payment by the loop that writes its notices.
create index orders_to_confirm on orders (created_at)
  where payment = 'paid' and told_payment = 'claimed';

-- A payment is canceled; an order that no candle is lit for is dismissed.
update orders set fulfilment = 'dismissed' where fulfilment = 'cancelled';

-- Loops of several processes need none: what they do twice has no effect.
drop table leases;

-- Dismissed orders are erased as lit ones are.
create index orders_dismissed on orders (created_at)
  where fulfilment = 'dismissed' and erased_at is null;

-- A ticket is an order without words: closed ones are dismissed. Its code is of the end of its payment's
-- number, in the letters of codes.
insert into orders (
  id, code, idempotency_key, payment_intent_id, channel, name, purpose, email, language, payment,
  claimed_kopiykas, confirmed_kopiykas, needs_details, shortened, possible_double, fulfilment,
  notice_due_at, address_hash, created_at
)
select tickets.id,
  replace(replace(replace(replace(replace(
    upper(
      substr(tickets.payment_intent_id, length(tickets.payment_intent_id) - 7, 4) || '-' ||
      substr(tickets.payment_intent_id, length(tickets.payment_intent_id) - 3)
    ), '0', '2'), '1', '3'), 'I', '4'), 'L', '5'), 'O', '6'),
  tickets.payment_intent_id, tickets.payment_intent_id, 'payment', '', '',
  billing_email, 'uk',
  case when disputed = 1 then 'disputed'
    when donations.refunded_kopiykas >= donations.received_kopiykas then 'returned'
    else 'paid' end,
  donations.received_kopiykas, donations.received_kopiykas, 1, 0, 0,
  case when tickets.state = 'open' then 'waiting' else 'dismissed' end,
  case when tickets.state = 'open' then tickets.created_at end,
  '', tickets.created_at
from tickets
join donations on donations.payment_intent_id = tickets.payment_intent_id
left join orders on orders.payment_intent_id = tickets.payment_intent_id
where orders.id is null;
drop table tickets;

-- The metrics count the paid orders that wait for names.
create index orders_nameless on orders (created_at)
  where fulfilment = 'waiting' and payment = 'paid' and needs_details = 1;

-- What marks our payments at the provider has to stay in every backup, and `secrets` in none.
create table installation (
  name text primary key,
  value text not null,
  created_at bigint not null
);
insert into installation select name, value, created_at from secrets where name = 'installation';
delete from secrets where name = 'installation';

-- The address belongs to the donation: nobody is written to who did not give.
delete from emails where kind like 'donor-%' and subject_id in (
  select id from orders where payment = 'none'
);
update orders set email = null where payment = 'none';

-- The operator is told of each of the doctor's findings once.
create table told_findings (finding text primary key);

-- Where the temple's page lists an order: captured donations, then free orders, then those of a
-- network that sent many; in each the living (0), the departed (1) and all else (2).
alter table orders add column intention integer not null default 2;
alter table orders add column crowd integer not null default 0;
update orders set intention = 0
where fulfilment = 'waiting'
  and (purpose like 'За здоров%' or purpose like 'О здравии%' or purpose like 'For health%');
update orders set intention = 1
where fulfilment = 'waiting'
  and (purpose like 'За упокій%' or purpose like 'Об упокоении%' or purpose like 'For the departed%');
create index orders_on_list on orders (
  (case when payment in ('paid', 'returned', 'disputed') then 0 when crowd = 1 then 6 else 3 end
    + intention),
  created_at,
  id
) where fulfilment = 'waiting';
drop index orders_lit;
create index orders_lit on orders (lit_at, id) where lit_at is not null and erased_at is null;

-- A summary counts what waits, and another one counts it again while it goes on waiting. Lists by email are
-- gone, and with them their words: what was in one that was not sent is told of anew.
alter table orders add column remind_at bigint;
update orders set notice_id = null, notice_due_at = created_at
where fulfilment = 'waiting' and notice_id in (
  select subject_id from emails where kind in ('temple-notice', 'temple-digest') and sent_at is null
);
update orders set remind_at = 0 where fulfilment = 'waiting' and notice_id is not null;
delete from emails where kind = 'temple-digest' or (kind = 'temple-notice' and sent_at is null);
alter table emails drop column sheet_html;
alter table orders drop column notice_number;
drop index orders_by_notice;
drop index orders_to_notify;
create index orders_to_notify on orders (notice_due_at, payment)
  where fulfilment = 'waiting' and notice_due_at is not null;
create index orders_to_remind on orders (remind_at)
  where fulfilment = 'waiting' and remind_at is not null;
