-- What the temple was told of an order's payment. Until now it was read from the words of the history.
alter table orders add column told_payment text;

update orders set told_payment = case
  when payment <> 'paid' and exists (
    select 1 from order_history
    where order_history.order_id = orders.id and event = 'payment' and detail like 'claimed to %'
  ) then 'claimed'
  else payment
end
where notice_id is not null;
