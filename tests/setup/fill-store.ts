import { sql } from 'kysely'
import type { Store } from '../../src/server/db/store'
import { dayMs } from '../../src/shared/durations'

const tables = ['orders', 'order_history', 'donations', 'emails', 'submissions'] as const
const spacingMs = 600_000
const retentionDays = 90
/** What retention deletes; the rows of the other tables stay. */
const deleted: readonly string[] = ['submissions']

/** Keeps the rows of the only order that there is, to be copied. */
export async function keepTemplate({ db }: Store): Promise<void> {
  for (const table of tables)
    await sql.raw(`create table ${table}_template as select * from ${table}`).execute(db)
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const letter = (place: number) =>
  `substr('${letters}', 1 + cast(n * 2654435761 % 4294967296 / ${62 ** place} % 62 as integer), 1)`
/** Spreads keys that others choose at random over their index. */
const scatter = (column: string) =>
  `substr(t.${column}, 1, 5) || ${[0, 1, 2].map(letter).join(' || ')} || substr(t.${column}, 6) || n`
const age = `n * ${spacingMs}`
const isErased = `${age} > ${retentionDays * dayMs}`
const unlessErased = (column: string) => `case when ${isErased} then '' else t.${column} end`
const values: Record<string, string> = {
  code: scatter('code'),
  idempotency_key: scatter('idempotency_key'),
  payment_intent_id: scatter('payment_intent_id'),
  fulfilment: `case when ${age} > ${dayMs} then 'lit' else 'waiting' end`,
  lit_at: `case when ${age} > ${dayMs} then t.created_at - ${age} + ${dayMs} end`,
  erased_at: `case when ${isErased} then t.created_at end`,
  notice_due_at: 'null',
  address_hash: `case when ${isErased} then '' else cast(n as text) end`,
  name: unlessErased('name'),
  recipient: unlessErased('recipient'),
  text_body: unlessErased('text_body'),
  html_body: unlessErased('html_body'),
  state: `case t.state when 'waiting' then 'sent' else t.state end`,
  has_order: '1',
}

/**
 * Copies that order with all its rows, one for every ten minutes before it, from the oldest: lit
 * after a day, erased after 90.
 */
export async function fillStore({ db }: Store, from: number, to: number): Promise<void> {
  const known = await db.introspection.getTables()
  for (const table of tables) {
    const last = deleted.includes(table) ? Math.min(to, (retentionDays * dayMs) / spacingMs) : to
    if (last < from) continue
    const columns = known.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
    const copies = columns.map(column => {
      if (values[column]) return values[column]
      if (/^id$|_id$/.test(column)) return `t.${column} || '-' || n`
      return /(^|_)at$/.test(column) ? `t.${column} - ${age}` : `t.${column}`
    })
    const rows = `with recursive down(n) as
        (select cast(${last} as bigint) union all select n - 1 from down where n > ${from})
      insert into ${table} (${columns.join(', ')})
      select ${copies.join(', ')} from down, ${table}_template t`
    await sql.raw(rows).execute(db)
  }
}
