import type Database from 'libsql'
import { typedStatement } from './typed-statement'

/** `withheld` waits for a word from the control plane; `failed` will not be tried again. */
export type DeliveryState = 'pending' | 'withheld' | 'succeeded' | 'failed'

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
}

export interface Attempt {
  delivery: number
  at: number
  status: number | null
  error: string | null
  /** What a rule did to it, for the log. */
  spoiled: string | null
}

export interface DeliveryRows {
  add(
    delivery: Pick<Delivery, 'event' | 'event_type' | 'endpoint' | 'state' | 'due' | 'made'>,
  ): number
  get(id: number): Delivery | undefined
  save(delivery: Delivery): void
  log(attempt: Attempt): void
  attemptsOf(delivery: number): Attempt[]
  dueBy(now: number, limit: number): Delivery[]
  /** What waits is due so much later, or earlier. */
  shiftDue(ms: number): void
  nextDueAfter(now: number): number | undefined
  inState(state: DeliveryState): Delivery[]
  ofEvent(event: string): Delivery[]
  /** Newest first. */
  recent(limit: number): Delivery[]
  countByState(): { state: DeliveryState; count: number }[]
}

export function deliveryRows(database: Database.Database): DeliveryRows {
  const row = <R = Delivery>(sql: string) => typedStatement<R>(database, sql)
  const insert = row(
    'insert into deliveries (event, event_type, endpoint, state, due, made) values (?, ?, ?, ?, ?, ?)',
  )
  const get = row('select * from deliveries where id = ?')
  const save = row(
    'update deliveries set state = ?, due = ?, attempts = ?, status = ?, error = ? where id = ?',
  )
  const log = row(
    'insert into attempts (delivery, at, status, error, spoiled) values (?, ?, ?, ?, ?)',
  )
  const attempts = row<Attempt>(
    'select delivery, at, status, error, spoiled from attempts where delivery = ? order by id',
  )
  const due = row(
    "select * from deliveries where state = 'pending' and due <= ? order by due, id limit ?",
  )
  const shift = row("update deliveries set due = due + ? where state = 'pending'")
  const next = row<{ due: number | null }>(
    "select min(due) as due from deliveries where state = 'pending' and due > ?",
  )
  const inState = row('select * from deliveries where state = ? order by id')
  const ofEvent = row('select * from deliveries where event = ? order by id')
  const recent = row('select * from deliveries order by id desc limit ?')
  const count = row<{ state: DeliveryState; count: number }>(
    'select state, count(*) as count from deliveries group by state',
  )

  return {
    add: d => insert.run(d.event, d.event_type, d.endpoint, d.state, d.due, d.made).id,
    get: id => get.one(id),
    save: d => {
      save.run(d.state, d.due, d.attempts, d.status, d.error, d.id)
    },
    log: a => {
      log.run(a.delivery, a.at, a.status, a.error, a.spoiled)
    },
    attemptsOf: delivery => attempts.all(delivery),
    dueBy: (now, limit) => due.all(now, limit),
    shiftDue: ms => {
      shift.run(ms)
    },
    nextDueAfter: now => next.one(now)?.due ?? undefined,
    inState: state => inState.all(state),
    ofEvent: event => ofEvent.all(event),
    recent: limit => recent.all(limit),
    countByState: () => count.all(),
  }
}
