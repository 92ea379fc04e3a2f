import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'

/**
 * The product's own table of orders, in a store that its migrations made and with its pragmas
 * (src/server/db/sqlite-database.ts): every server that is compared writes the same row as durably.
 */
export function openOrdersTable(file: string): StatementSyncInstance {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = WAL;
    pragma synchronous = FULL;
    pragma foreign_keys = ON;
    pragma secure_delete = ON`)
  return database.prepare(`insert into orders
    (id, code, idempotency_key, source, name, purpose, email, language, prefers_donation, payment,
     claimed_kopiykas, confirmed_kopiykas, needs_details, shortened, possible_double, fulfilment,
     user_agent, referrer, browser_language, address_hash, created_at)
    values (?, ?, ?, 'form', ?, ?, ?, ?, 1, 'paid', 20000, 20000, 0, 0, 0, 'waiting', ?, '', 'uk', '', ?)`)
}
