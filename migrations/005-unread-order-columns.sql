-- The page sends them; nothing has ever read them.
alter table orders drop column user_agent;
alter table orders drop column referrer;
alter table orders drop column browser_language;
alter table orders drop column prefers_donation;
