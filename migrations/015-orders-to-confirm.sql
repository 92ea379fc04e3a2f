-- The temple is told of a confirmed payment by the loop that writes its notices.
create index orders_to_confirm on orders (created_at)
  where payment = 'paid' and told_payment in ('claimed', 'verifying', 'awaiting');
