-- The one notice that tells the temple of an order: its own id, or that of a digest with its number
-- there. An order that is to be told and is not yet has a time from when on.
alter table orders add column notice_due_at bigint;
alter table orders add column notice_id text;
alter table orders add column notice_number integer;
-- The reply that lit the candle, or 'command line'.
alter table orders add column lit_by text;
create index orders_to_tell on orders (notice_due_at);
create index orders_by_notice on orders (notice_id);
update orders set notice_id = id
  where id in (select subject_id from emails where kind = 'temple-notice');

-- The list to print that an email carries, and the Message-IDs that it answers.
alter table emails add column sheet_html text;
alter table emails add column thread text;
create index emails_by_kind on emails (kind, created_at);

-- An email carries a set of photos, and many emails may carry the same.
drop index photos_by_order;
alter table photos drop column order_id;
alter table photos add column set_id text not null default '';
update photos set set_id = id;
create index photos_by_set on photos (set_id);
alter table emails rename column photo_id to photo_set_id;
create index emails_by_photos on emails (photo_set_id);

-- A reply is noted before it is tried, so that one that breaks something is not tried for ever.
alter table replies add column attempts integer not null default 1;
alter table replies add column begun_at bigint not null default 0;
alter table replies add column notice text;
create index replies_by_notice on replies (notice, created_at);
alter table replies drop column order_id;
