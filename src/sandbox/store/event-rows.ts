import type Database from 'libsql'
import type { StripeEvent } from '../objects/event'
import { type Place, type Window, windowCondition, windowValues } from './page'
import { typedStatement } from './typed-statement'

export interface EventFilter {
  type?: string | undefined
  delivered?: boolean | undefined
  /** In the identifiers of the account that is wanted. */
  mark?: string | undefined
}

export interface EventRows {
  add(event: StripeEvent, undelivered: number): void
  get(id: string): StripeEvent | undefined
  placeOf(id: string): Place | undefined
  list(window: Window, filter: EventFilter): { event: StripeEvent; place: Place }[]
  /** One delivery more, or one less, is still owed for this event. */
  owe(id: string, change: 1 | -1): void
}

interface Row extends Place {
  body: string
  undelivered: number
}

/** Prepared on first use: the list's few shapes are kept, not built anew for every call. */
export function eventRows(database: Database.Database): EventRows {
  const insert = typedStatement(
    database,
    'insert into events (id, type, created, body, undelivered) values (?, ?, ?, ?, ?)',
  )
  const byId = typedStatement<Row>(database, 'select * from events where id = ?')
  const owe = typedStatement(
    database,
    'update events set undelivered = undelivered + ? where id = ?',
  )
  const lists = new Map<string, ReturnType<typeof typedStatement<Row>>>()

  const listStatement = (conditions: string, order: string) => {
    const sql = `select * from events where ${conditions} ${windowCondition}
      order by created ${order}, seq ${order} limit ?`
    const known = lists.get(sql) ?? typedStatement<Row>(database, sql)
    lists.set(sql, known)
    return known
  }

  return {
    add: (event, undelivered) => {
      insert.run(event.id, event.type, event.created, JSON.stringify(event), undelivered)
    },
    get: id => {
      const row = byId.one(id)
      return row && eventOf(row)
    },
    placeOf: id => byId.one(id),
    list: (window, { type, delivered, mark = '' }) => {
      const byType = type === undefined ? '' : 'type = ? and'
      const byDelivery =
        delivered === undefined ? '' : delivered ? 'undelivered = 0 and' : 'undelivered > 0 and'
      return listStatement(
        `instr(id, ?) > 0 and ${byType} ${byDelivery}`,
        window.before ? 'asc' : 'desc',
      )
        .all(mark, ...(type === undefined ? [] : [type]), ...windowValues(window))
        .map(row => ({ event: eventOf(row), place: { created: row.created, seq: row.seq } }))
    },
    owe: (id, change) => {
      owe.run(change, id)
    },
  }
}

/** The count of webhooks still owed is of now, not of when the event was written. */
function eventOf(row: Row): StripeEvent {
  const event: StripeEvent = JSON.parse(row.body)
  return { ...event, pending_webhooks: row.undelivered }
}
