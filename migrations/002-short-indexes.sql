-- Without the rows that nobody looks for: checked payments, unpaid ones, events that are done.

drop index donations_due;
create index donations_due on donations (next_check_at) where next_check_at is not null;
drop index donations_by_success;
create index donations_by_success on donations (succeeded_at) where succeeded_at is not null;
drop index webhook_events_due;
create index webhook_events_due on webhook_events (run_at) where run_at is not null;

-- Without a visit to each order that waits for a digest.
drop index orders_to_notify;
create index orders_to_notify on orders (notice_due_at, payment) where notice_due_at is not null;

create index orders_lit on orders (lit_at) where lit_at is not null and erased_at is null;
create index orders_paid on orders (email, name, created_at) where payment = 'paid';
