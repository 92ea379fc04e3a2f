-- What marks our payments at the provider has to stay in every backup, and `secrets` in none.
create table installation (
  name text primary key,
  value text not null,
  created_at bigint not null
);
insert into installation select name, value, created_at from secrets where name = 'installation';
delete from secrets where name = 'installation';
