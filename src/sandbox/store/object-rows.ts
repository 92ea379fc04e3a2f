import type Database from 'libsql'
import type { Charge } from '../objects/charge'
import type { Dispute } from '../objects/dispute'
import type { PaymentIntent } from '../objects/payment-intent'
import type { PaymentMethod } from '../objects/payment-method'
import type { Refund } from '../objects/refund'
import { type Place, type Window, windowCondition, windowValues } from './page'
import { typedStatement } from './typed-statement'

/** Everything the API shows, by the name it calls itself. */
export interface Kinds {
  payment_intent: PaymentIntent
  charge: Charge
  payment_method: PaymentMethod
  refund: Refund
  dispute: Dispute
}
export type Kind = keyof Kinds
export type ApiObject = Kinds[Kind]

export interface ObjectRows {
  /** `parent` is the intent (or for refunds and disputes the charge) a list can be narrowed by. */
  add(object: ApiObject, parent?: string, note?: string): void
  save(object: ApiObject): void
  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined
  /** Whatever bears this id. */
  find(id: string): ApiObject | undefined
  /** What the sandbox knows of an object and does not show: the test card behind a payment method. */
  noteOf(id: string): string | undefined
  placeOf(kind: Kind, id: string): Place | undefined
  /** `mark` is in the identifiers of the account that is wanted. */
  list<K extends Kind>(kind: K, window: Window, parent?: string, mark?: string): Kinds[K][]
}

interface Row {
  body: string
}

export function objectRows(database: Database.Database): ObjectRows {
  const insert = typedStatement(
    database,
    'insert into objects (id, kind, parent, created, body, note) values (?, ?, ?, ?, ?, ?)',
  )
  const update = typedStatement(database, 'update objects set body = ? where id = ?')
  const byId = typedStatement<Row & { kind: string; note: string | null }>(
    database,
    'select kind, body, note from objects where id = ?',
  )
  const place = typedStatement<Place>(
    database,
    'select created, seq from objects where id = ? and kind = ?',
  )
  const lists = {
    down: listStatement(database, 'desc', false),
    up: listStatement(database, 'asc', false),
    downOf: listStatement(database, 'desc', true),
    upOf: listStatement(database, 'asc', true),
  }

  return {
    add: (object, parent, note) => {
      insert.run(
        object.id,
        object.object,
        parent ?? null,
        object.created,
        JSON.stringify(object),
        note ?? null,
      )
    },
    save: object => {
      update.run(JSON.stringify(object), object.id)
    },
    get: (kind, id) => {
      const row = byId.one(id)
      return row?.kind === kind ? JSON.parse(row.body) : undefined
    },
    find: id => {
      const row = byId.one(id)
      return row && JSON.parse(row.body)
    },
    noteOf: id => byId.one(id)?.note ?? undefined,
    placeOf: (kind, id) => place.one(id, kind),
    list: (kind, window, parent, mark = '') => {
      const upwards = window.before !== undefined
      const rows =
        parent === undefined
          ? lists[upwards ? 'up' : 'down'].all(kind, mark, ...windowValues(window))
          : lists[upwards ? 'upOf' : 'downOf'].all(kind, parent, mark, ...windowValues(window))
      return rows.map(row => JSON.parse(row.body))
    },
  }
}

function listStatement(database: Database.Database, order: 'asc' | 'desc', ofParent: boolean) {
  return typedStatement<Row>(
    database,
    `select body from objects where kind = ? ${ofParent ? 'and parent = ?' : ''}
      and instr(id, ?) > 0 and ${windowCondition} order by created ${order}, seq ${order} limit ?`,
  )
}
