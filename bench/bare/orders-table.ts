import Database from 'libsql'

/**
 * The product's own table of orders, in a store that its migrations made and with its pragmas
 * (src/server/db/sqlite.ts): every server that is compared writes the same row as durably.
 */
export function openOrdersTable(file: string): Database.Statement {
  const database = new Database(file)
  for (const pragma of [
    'busy_timeout = 5000',
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'secure_delete = ON',
  ])
    database.pragma(pragma)
  return database.prepare(`insert into orders
    (id, code, idempotency_key, source, name, purpose, email, language, prefers_donation, payment,
     claimed_kopiykas, confirmed_kopiykas, needs_details, shortened, possible_double, fulfilment,
     user_agent, referrer, browser_language, address_hash, created_at)
    values (?, ?, ?, 'form', ?, ?, ?, ?, 1, 'paid', 20000, 20000, 0, 0, 0, 'waiting', ?, '', 'uk', '', ?)`)
}
