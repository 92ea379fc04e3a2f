import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { type DeliveryRows, deliveryRows } from './delivery-rows'
import { type EventRows, eventRows } from './event-rows'
import { type KeyRows, keyRows } from './key-rows'
import { type NoteRows, noteRows } from './note-rows'
import { type ObjectRows, objectRows } from './object-rows'
import { type PlanRows, planRows } from './plan-rows'
import { tables } from './tables'

/** Everything the sandbox remembers. What was answered is on disk and survives a `kill -9`. */
export interface Store {
  objects: ObjectRows
  events: EventRows
  deliveries: DeliveryRows
  keys: KeyRows
  notes: NoteRows
  plans: PlanRows
  /** All of it or nothing of it. Not to be nested. */
  inTransaction<T>(work: () => T): T
  /** Forgets everything but the notes (clock, rules, endpoints). */
  forget(): void
  close(): void
}

/** Opens, or makes, the file in `folder`. */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true })
  const database = new Database(join(folder, 'card-sandbox.sqlite'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('wal_autocheckpoint = 4000')
  database.pragma('busy_timeout = 2000')
  database.exec(tables)

  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')

  return {
    objects: objectRows(database),
    events: eventRows(database),
    deliveries: deliveryRows(database),
    keys: keyRows(database),
    notes: noteRows(database),
    plans: planRows(database),
    inTransaction: work => {
      begin.run()
      try {
        const result = work()
        commit.run()
        return result
      } catch (error) {
        rollback.run()
        throw error
      }
    },
    forget: () => {
      for (const table of ['objects', 'events', 'deliveries', 'attempts', 'keys', 'plans'])
        database.exec(`delete from ${table}`)
    },
    close: () => {
      database.close()
    },
  }
}
