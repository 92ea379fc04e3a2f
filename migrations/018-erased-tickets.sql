-- When a ticket's personal data were erased. An empty card number meant it.
alter table tickets add column erased_at bigint;
update tickets set erased_at = coalesce(closed_at, paid_at), card_last4 = null where card_last4 = '';
