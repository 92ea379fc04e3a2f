-- What goes out first, and the picture a letter carries.
alter table letters add column urgent integer not null default 0;
alter table letters add column photo_id text;
create index letters_to_send on letters (state, urgent, run_at);

-- Pictures from the temple, re-encoded, as base64: text is the one type for bytes that both engines share.
create table photos (
  id text primary key,
  order_id text not null,
  jpeg_base64 text not null,
  created_at bigint not null
);
create index photos_by_order on photos (order_id);

-- Mails to our mailbox that were dealt with: the same one is never taken twice.
create table answers (
  id text primary key,
  order_id text,
  sender_hash text not null,
  outcome text not null,
  created_at bigint not null
);
create index answers_by_sender on answers (sender_hash, created_at);
