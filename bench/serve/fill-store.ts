import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import * as v from 'valibot'

const dayMs = 24 * 3600 * 1000
const rowsPerTransaction = 20_000

/**
 * Puts orders with their donations and emails into an existing store until it has `count` of them,
 * spread over the last 80 days: all lit, all emails sent. Bodies of emails are short here.
 */
export function fillStore(dataDir: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'svichka.db'))
  // Nothing is lost if this is: it is filled again.
  database.exec('pragma synchronous = OFF')
  const there = countOrders(database)
  const put = prepareRows(database)
  for (let from = there; from < count; from += rowsPerTransaction) {
    database.exec('begin')
    for (let row = from; row < Math.min(count, from + rowsPerTransaction); row++) put(row)
    database.exec('commit')
  }
  database.exec('pragma wal_checkpoint(TRUNCATE)')
  if (countOrders(database) < count) throw new Error(`The store was not filled to ${count} orders.`)
  database.close()
}

function countOrders(database: DatabaseSyncInstance): number {
  const row = database.prepare('select count(*) as orders from orders').get()
  return v.parse(v.object({ orders: v.number() }), row).orders
}

function prepareRows(database: DatabaseSyncInstance) {
  const order = database.prepare(`insert into orders
    (id, code, idempotency_key, payment_intent_id, source, name, purpose, email, language,
     prefers_donation, payment, claimed_kopiykas, confirmed_kopiykas, needs_details, shortened,
     possible_double, fulfilment, lit_at, user_agent, referrer, browser_language,
     address_hash, created_at)
    values (?, ?, ?, ?, 'form', ?, 'за здоров''я', ?, 'uk', 1, 'paid', 20000, 20000, 0, 0, 0,
     'lit', ?, 'Mozilla/5.0', '', 'uk', ?, ?)`)
  const donation = database.prepare(`insert into donations
    (id, payment_intent_id, state, amount_kopiykas, received_kopiykas, refunded_kopiykas, disputed,
     livemode, failures, address_hash, created_at, succeeded_at, next_check_at, check_attempts, revision,
     matched)
    values (?, ?, 'succeeded', 20000, 20000, 0, 0, 0, 0, ?, ?, ?, null, 0, 0, 1)`)
  const email = database.prepare(`insert into emails
    (id, subject_id, kind, recipient, subject, text_body, html_body, urgent, message_id, state, run_at,
     attempts, created_at, sent_at)
    values (?, ?, ?, 'olha@example.org', 'Свічка', ?, ?, 0, ?, 'sent', ?, 1, ?, ?)`)
  const body = 'Дякуємо. '.repeat(20)
  return (row: number) => {
    const [id, intent, address] = [randomUUID(), `pi_fill_${row}`, randomUUID()]
    const at = Date.now() - dayMs - ((row * 7919) % (80 * dayMs))
    order.run(id, id, intent, intent, `Ольга ${row}`, `${id}@example.org`, at, address, at)
    donation.run(randomUUID(), intent, address, at, at)
    for (const kind of ['donor-thanks', 'temple-notice'])
      email.run(randomUUID(), id, kind, body, body, randomUUID(), at, at, at)
  }
}
