/** Times are milliseconds, except `created`, which is in seconds as in the API. */
export const tables = `
create table if not exists objects (
  seq integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  parent text,
  created integer not null,
  body text not null,
  note text
);
create index if not exists objects_by_time on objects (kind, created, seq);
create index if not exists objects_by_parent on objects (kind, parent, created, seq)
  where parent is not null;

create table if not exists events (
  seq integer primary key autoincrement,
  id text not null unique,
  type text not null,
  created integer not null,
  body text not null,
  undelivered integer not null default 0
);
create index if not exists events_by_time on events (created, seq);
create index if not exists events_by_type on events (type, created, seq);
create index if not exists events_undelivered on events (created, seq) where undelivered > 0;

create table if not exists deliveries (
  id integer primary key autoincrement,
  event text not null,
  event_type text not null,
  endpoint text not null,
  state text not null,
  due integer not null,
  made integer not null,
  attempts integer not null default 0,
  status integer,
  error text
);
create index if not exists deliveries_by_state on deliveries (state, due);
create index if not exists deliveries_by_event on deliveries (event);

create table if not exists attempts (
  id integer primary key autoincrement,
  delivery integer not null,
  at integer not null,
  status integer,
  error text,
  spoiled text
);
create index if not exists attempts_by_delivery on attempts (delivery);

create table if not exists keys (
  key text primary key,
  fingerprint text not null,
  path text not null,
  at integer not null,
  status integer not null,
  body text not null,
  request text not null
) without rowid;
create index if not exists keys_by_time on keys (at);

create table if not exists plans (
  id integer primary key autoincrement,
  due integer not null,
  act text not null,
  target text not null
);
create index if not exists plans_by_due on plans (due);

create table if not exists notes (name text primary key, body text not null) without rowid;
`
