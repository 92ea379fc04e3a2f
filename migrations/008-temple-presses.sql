-- What a press of the temple's page did: its page says so after the redirect.
create table presses (
  id text primary key,
  notice text not null,
  at bigint not null,
  result text not null
);
create index presses_by_notice on presses (notice, at);
create index presses_by_time on presses (at);
