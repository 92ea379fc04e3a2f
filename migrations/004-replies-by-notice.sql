-- Questions back are counted by notice: an invented sender is always another one.
drop index replies_by_sender;
alter table replies drop column sender_hash;
