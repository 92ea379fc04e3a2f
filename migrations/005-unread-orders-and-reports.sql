-- The page sends them; nothing has ever read them.
alter table orders drop column user_agent;
alter table orders drop column referrer;
alter table orders drop column browser_language;
alter table orders drop column prefers_donation;

-- Reports of candles that were unlit since: a second lighting writes them again.
delete from emails where kind in ('donor-photo-report', 'donor-photo-added') and exists (
  select 1 from orders where orders.id = emails.subject_id
    and (orders.fulfilment <> 'lit' or emails.created_at < orders.lit_at)
);
delete from watermarks where name = 'bad-signatures';
