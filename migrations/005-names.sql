-- The tables and states take the names that the code uses.
alter table letters rename to emails;
alter table answers rename to replies;
alter table marks rename to watermarks;
-- Whether the donor's email went out is said by the outbox alone.
alter table orders drop column user_email_sent;
update donations set state = 'creating' where state = 'minting';
