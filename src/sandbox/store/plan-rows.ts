import type Database from 'libsql'
import { typedStatement } from './typed-statement'

/** What the bank will do by itself later on. */
export type Act = 'settle_intent' | 'settle_charge' | 'finish_refund' | 'fail_refund'

export interface Plan {
  id: number
  due: number
  act: Act
  target: string
}

export interface PlanRows {
  /** `due` in milliseconds of the sandbox's clock. */
  add(due: number, act: Act, target: string): void
  dueBy(now: number): Plan[]
  nextDue(): number | undefined
  done(id: number): void
  drop(target: string): void
  /** Nothing is left for later than `now`. */
  allDue(now: number): void
  shiftDue(ms: number): void
  count(): number
}

export function planRows(database: Database.Database): PlanRows {
  const insert = typedStatement(database, 'insert into plans (due, act, target) values (?, ?, ?)')
  const due = typedStatement<Plan>(
    database,
    'select * from plans where due <= ? order by due, id limit 50',
  )
  const next = typedStatement<{ due: number | null }>(database, 'select min(due) as due from plans')
  const done = typedStatement(database, 'delete from plans where id = ?')
  const allDue = typedStatement(database, 'update plans set due = ?1 where due > ?1')
  const shift = typedStatement(database, 'update plans set due = due + ?')
  const count = typedStatement<{ count: number }>(database, 'select count(*) as count from plans')
  const drop = typedStatement(database, 'delete from plans where target = ?')
  return {
    add: (at, act, target) => {
      insert.run(at, act, target)
    },
    dueBy: now => due.all(now),
    nextDue: () => next.one()?.due ?? undefined,
    done: id => {
      done.run(id)
    },
    drop: target => {
      drop.run(target)
    },
    allDue: now => {
      allDue.run(now)
    },
    shiftDue: ms => {
      shift.run(ms)
    },
    count: () => count.one()?.count ?? 0,
  }
}
