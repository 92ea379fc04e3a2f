-- An event schedules a check of its payment, and is no longer stored.
alter table donations add column reversal_reported_at bigint;

update donations
set next_check_at = 0,
  reversal_reported_at = (
    select max(received_at) from webhook_events
    where webhook_events.payment_intent_id = donations.payment_intent_id and run_at is not null
  )
where payment_intent_id in (
  select payment_intent_id from webhook_events where run_at is not null
);

drop table webhook_events;
