-- The temple answers on its page: replies by email are not read any more.
drop table replies;
delete from secrets where name = 'reply-token';
delete from watermarks where name = 'mailbox-read-at' or name like 'mailbox:%';
update emails set reply_to = null where kind like 'temple-%';
-- They name the order that they answered.
delete from emails where kind like 'temple-reply-%';
alter table emails drop column thread;
