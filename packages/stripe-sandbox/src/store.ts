import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import type { Charge } from './objects/charge'
import type { PaymentIntent } from './objects/payment-intent'
import type { PaymentMethod } from './objects/payment-method'
import type { Dispute, Refund } from './objects/reversals'

/** What the API shows under an identifier. */
export type ApiObject = PaymentIntent | Charge | PaymentMethod | Refund | Dispute

/** An event as the API shows it; `pending_webhooks` is kept up to date. */
export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: ApiObject; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** `withheld` waits to be released; `failed` will not be tried again. */
export type DeliveryState = 'pending' | 'withheld' | 'succeeded' | 'failed'

/** One attempt to deliver; `spoiled` is the webhook rule it met. */
export interface Attempt {
  at: number
  status: number | null
  error: string | null
  spoiled: string | null
}

/** One event on its way to one endpoint. Times in milliseconds. */
export interface Delivery {
  id: number
  event: string
  event_type: string
  endpoint: string
  state: DeliveryState
  due: number
  made: number
  attempts: number
  status: number | null
  error: string | null
  log: Attempt[]
}

/** What the bank will do later; `due` in milliseconds. */
export interface Job {
  id: string
  due: number
  action: 'settle_intent' | 'settle_charge' | 'complete_refund' | 'fail_refund'
  target: string
}

/** The first answer given under an idempotency key; `created` in milliseconds. */
export interface KeptAnswer {
  id: string
  /** Hash of the whole request. */
  fingerprint: string
  path: string
  created: number
  status: number
  body: string
  request: string
}

/** What is stored, by kind. */
export interface Records {
  payment_intent: PaymentIntent
  charge: Charge
  payment_method: PaymentMethod
  /** The number behind a payment method, which no answer shows. */
  card_number: { id: string; number: string }
  refund: Refund
  dispute: Dispute
  event: StripeEvent
  delivery: Delivery
  job: Job
  kept_answer: KeptAnswer
  /** The clock, the endpoints, faults and rules: what outlives a reset too. */
  setting: { id: string; value: unknown }
}
export type Kind = keyof Records

interface Placement {
  /** What lists are narrowed by. */
  scope?: string
  created?: number
  /** Only while it waits for its time. */
  due?: number
}

const placementOf: { [K in Kind]: (record: Records[K]) => Placement } = {
  payment_intent: ({ created }) => ({ created }),
  charge: ({ payment_intent, created }) => ({ scope: payment_intent, created }),
  payment_method: ({ created }) => ({ created }),
  card_number: () => ({}),
  refund: ({ payment_intent, created }) => ({ scope: payment_intent, created }),
  dispute: ({ payment_intent, created }) => ({ scope: payment_intent, created }),
  event: ({ type, created }) => ({ scope: type, created }),
  delivery: ({ state, made, due }) => ({
    scope: state,
    created: made,
    ...(state === 'pending' && { due }),
  }),
  job: ({ target, due }) => ({ scope: target, due }),
  kept_answer: ({ created }) => ({ created }),
  setting: () => ({}),
}

/** A position in a list that is sorted newest first. */
export interface Position {
  created: number
  seq: number
}

/** Part of a list, newest first. Bounds of `created` include both ends. */
export interface Query<T> {
  scope?: string | readonly string[] | undefined
  /** In every identifier that is wanted. */
  mark?: string
  from?: number
  to?: number
  /** Only what is older. */
  after?: Position | undefined
  /** Only what is newer; the nearest to it first. */
  before?: Position | undefined
  limit?: number
  where?: (record: T) => boolean
}

/** Everything the sandbox remembers. What was answered is on disk and survives `kill -9`. */
export type Store = ReturnType<typeof openStore>

const table = `
create table if not exists records (
  seq integer primary key autoincrement,
  kind text not null,
  id text not null,
  scope text,
  created integer not null,
  due integer,
  body text not null,
  unique (kind, id)
);
create index if not exists records_by_time on records (kind, created, seq);
create index if not exists records_by_scope on records (kind, scope, created, seq);
create index if not exists records_by_due on records (kind, due) where due is not null;
`
const last = Number.MAX_SAFE_INTEGER

interface Row {
  body: string
}

/** Opens, or creates, the file in `folder`: one table of JSON records. */
export function openStore(folder: string) {
  mkdirSync(folder, { recursive: true })
  const database = new Database(join(folder, 'stripe-sandbox.sqlite'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('wal_autocheckpoint = 4000')
  database.pragma('busy_timeout = 2000')
  database.exec(table)

  const prepared = new Map<string, Database.Statement>()
  const sql = (text: string) => {
    const statement = prepared.get(text) ?? database.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  /** Rows have this shape: this is the only program that writes them. */
  const one = <R>(text: string, ...values: (string | number)[]) =>
    sql(text).get(...values) as R | undefined

  let deliveries =
    one<{ id: number | null }>(
      "select max(cast(id as integer)) as id from records where kind = 'delivery'",
    )?.id ?? 0

  return {
    get<K extends Kind>(kind: K, id: string | number): Records[K] | undefined {
      const row = one<Row>('select body from records where kind = ? and id = ?', kind, String(id))
      return row && JSON.parse(row.body)
    },
    /** Adds the record or replaces it; its position in lists stays. */
    put<K extends Kind>(kind: K, record: Records[K]): void {
      const { scope = null, created = 0, due = null } = placementOf[kind](record)
      sql(`insert into records (kind, id, scope, created, due, body) values (?, ?, ?, ?, ?, ?)
        on conflict (kind, id) do update set scope = excluded.scope, due = excluded.due,
        body = excluded.body`).run(
        ...[kind, String(record.id), scope, created, due, JSON.stringify(record)],
      )
    },
    remove(kind: Kind, id: string): void {
      sql('delete from records where kind = ? and id = ?').run(kind, id)
    },
    list<K extends Kind>(kind: K, query: Query<Records[K]> = {}): Records[K][] {
      const { scope, mark = '', from = 0, to = last, limit = last, where } = query
      const { after = { created: last, seq: last }, before = { created: -1, seq: -1 } } = query
      const scopes = [scope ?? []].flat()
      const order = query.before ? 'asc' : 'desc'
      // One scope is an index of its own; several are picked out while walking through time.
      const narrowed =
        scopes.length > 1 ? `and +scope in (${scopes.map(() => '?')})` : 'and scope = ?'
      const rows = sql(`select body from records where kind = ? ${scopes.length ? narrowed : ''}
        and instr(id, ?) > 0 and created between ? and ?
        and (created, seq) < (?, ?) and (created, seq) > (?, ?)
        order by created ${order}, seq ${order} limit ?`).all(
        ...[kind, ...scopes, mark, from, to, after.created, after.seq, before.created, before.seq],
        where ? last : limit,
      ) as Row[]
      const found: Records[K][] = rows.map(({ body }) => JSON.parse(body))
      return where ? found.filter(where).slice(0, limit) : found
    },
    position(kind: Kind, id: string): Position | undefined {
      return one('select created, seq from records where kind = ? and id = ?', kind, id)
    },
    count(kind: Kind, scope = '%'): number {
      const counted = one<{ count: number }>(
        "select count(*) as count from records where kind = ? and coalesce(scope, '') like ?",
        kind,
        scope,
      )
      return counted?.count ?? 0
    },
    /** What is due by `now`, the earliest first. */
    due<K extends Kind>(kind: K, now: number, limit: number): Records[K][] {
      const rows = sql(
        'select body from records where kind = ? and due <= ? order by due, seq limit ?',
      ).all(kind, now, limit) as Row[]
      return rows.map(({ body }) => JSON.parse(body))
    },
    nextDue(kind: Kind, after: number): number | undefined {
      const next = one<{ due: number | null }>(
        'select min(due) as due from records where kind = ? and due > ?',
        kind,
        after,
      )
      return next?.due ?? undefined
    },
    forgetBefore(kind: Kind, created: number): void {
      sql('delete from records where kind = ? and created < ?').run(kind, created)
    },
    /** A number for a new delivery. */
    nextDelivery(): number {
      deliveries += 1
      return deliveries
    },
    /** All of it or nothing. Not to be nested. */
    transaction<T>(work: () => T): T {
      sql('begin immediate').run()
      try {
        const result = work()
        sql('commit').run()
        return result
      } catch (error) {
        sql('rollback').run()
        throw error
      }
    },
    /** Forgets everything but the settings. */
    reset(): void {
      database.exec("delete from records where kind <> 'setting'")
    },
    close(): void {
      database.close()
    },
  }
}
