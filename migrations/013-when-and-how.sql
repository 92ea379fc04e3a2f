-- When a refund or dispute was made at the provider, and how the success of a payment became known.
alter table reversals add column created_at bigint;
alter table donations add column learned_by text;
