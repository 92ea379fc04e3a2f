-- Questions back are counted by notice: an invented sender is always another one.
drop index replies_by_sender;
alter table replies drop column sender_hash;

alter table reversals drop column created_at;
alter table reversals drop column updated_at;
