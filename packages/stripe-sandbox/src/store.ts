import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import type { Kind, Records } from './records'

const scopeOf: { [K in Kind]?: (record: Records[K]) => string } = {
  charge: charge => charge.payment_intent,
  refund: refund => refund.payment_intent,
  dispute: dispute => dispute.payment_intent,
  event: event => event.type,
  delivery: delivery => delivery.state,
  job: job => job.target,
}

/** Selects a part of a list, the newest records first. */
export interface Query<T> {
  scope?: string | readonly string[] | undefined
  /** Selects only records whose id contains this text. */
  mark?: string
  /** Selects by time. The bound `until` itself is excluded. */
  from?: number | undefined
  until?: number | undefined
  /** Selects only records that are older than the one with this id. */
  after?: string | undefined
  limit?: number
  where?: (record: T) => boolean
}

/** Once a call is answered, its changes are on disk and survive `kill -9`. */
export type Store = ReturnType<typeof openStore>

const table = `
create table if not exists records (
  seq integer primary key autoincrement,
  kind text not null,
  id text not null,
  scope text,
  created integer not null,
  due integer, -- while it waits
  body text not null,
  unique (kind, id)
);
create index if not exists records_by_time on records (kind, created, seq);
create index if not exists records_by_scope on records (kind, scope, created, seq);
create index if not exists records_by_due on records (kind, due) where due is not null;
`
const last = Number.MAX_SAFE_INTEGER

/** Opens the file in `folder`, or creates it. It has one table of JSON records. */
export function openStore(folder: string) {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'))
  database.exec('pragma journal_mode = WAL')
  database.exec('pragma synchronous = NORMAL')
  database.exec('pragma busy_timeout = 2000')
  database.exec(table)

  const prepared = new Map<string, StatementSyncInstance>()
  const sql = (text: string) => {
    const statement = prepared.get(text) ?? database.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  /** Rows have this shape, because no other program writes them. */
  const one = <R>(text: string, ...values: (string | number)[]) =>
    sql(text).get(...values) as R | undefined
  const bodies = <K extends Kind>(text: string, ...values: (string | number)[]) =>
    (sql(text).all(...values) as { body: string }[]).map(({ body }): Records[K] => JSON.parse(body))
  const number = (text: string, ...values: (string | number)[]) =>
    one<{ value: number | null }>(`select ${text}`, ...values)?.value ?? undefined

  const store = {
    get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
      return bodies<K>('select body from records where kind = ? and id = ?', kind, id)[0]
    },
    /** Adds the record or replaces it. A replaced one keeps its position in lists. */
    put<K extends Kind>(kind: K, record: Records[K]): void {
      const scope = scopeOf[kind]?.(record) ?? null
      const created = 'created' in record ? record.created : 'made' in record ? record.made : 0
      const waits = 'due' in record && !('state' in record && record.state !== 'pending')
      const due = waits ? record.due : null
      sql(`insert into records (kind, id, scope, created, due, body) values (?, ?, ?, ?, ?, ?)
        on conflict (kind, id) do update set scope = excluded.scope, due = excluded.due,
        body = excluded.body`).run(
        ...[kind, record.id, scope, created, due, JSON.stringify(record)],
      )
    },
    remove(kind: Kind, id: string): void {
      sql('delete from records where kind = ? and id = ?').run(kind, id)
    },
    list<K extends Kind>(kind: K, query: Query<Records[K]> = {}): Records[K][] {
      const { scope, mark = '', from = 0, until = last, after, limit = last, where } = query
      const position = 'select created, seq from records where kind = ? and id = ?'
      const start =
        after === undefined
          ? undefined
          : one<{ created: number; seq: number }>(position, kind, after)
      const { created, seq } = start ?? { created: last, seq: last }
      const scopes = [scope ?? []].flat()
      // A query for one scope has an index. A query for several reads by time and filters.
      const narrowed =
        scopes.length > 1 ? `and +scope in (${scopes.map(() => '?')})` : 'and scope = ?'
      const found = bodies<K>(
        `select body from records where kind = ? ${scopes.length ? narrowed : ''}
          and instr(id, ?) > 0 and created >= ? and created < ? and (created, seq) < (?, ?)
          order by created desc, seq desc limit ?`,
        ...[kind, ...scopes, mark, from, until, created, seq, where ? last : limit],
      )
      return where ? found.filter(where).slice(0, limit) : found
    },
    count(kind: Kind, scope = '%'): number {
      const counted = "count(*) as value from records where kind = ? and coalesce(scope, '') like ?"
      return number(counted, kind, scope) ?? 0
    },
    due<K extends Kind>(kind: K, now: number, limit: number): Records[K][] {
      const due = 'select body from records where kind = ? and due <= ? order by due, seq limit ?'
      return bodies<K>(due, kind, now, limit)
    },
    nextDue(kind: Kind, after: number): number | undefined {
      return number('min(due) as value from records where kind = ? and due > ?', kind, after)
    },
    setting<T>(id: string, initial: T) {
      let value = (store.get('setting', id)?.value ?? initial) as T
      return {
        get: () => value,
        set(changed: T): void {
          value = changed
          store.put('setting', { id, value })
        },
      }
    },
    /** Runs `work` in a transaction of its own, or in the one that is open. */
    transaction<T>(work: () => T): T {
      if (database.isTransaction) return work()
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
    },
    close(): void {
      database.close()
    },
  }
  return store
}
