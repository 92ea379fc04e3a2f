-- It says what `matched` meant.
alter table donations rename column matched to has_order_or_ticket;
