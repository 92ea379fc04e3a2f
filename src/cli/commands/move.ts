import { sql } from 'kysely'
import { openExistingStore, openStore } from '../../server/db/open-store'
import type { Queryable, Store } from '../../server/db/store'
import { type AddCommand, CommandError, usageError } from '../shop'
import { rejectRunningServer } from './restore'

export const addMove: AddCommand = (program, shop) =>
  program
    .command('move')
    .description('copy the embedded store of DATA_DIR into the empty database of DATABASE_URL')
    .action(async () => {
      const { config } = shop
      if (!config.databaseUrl)
        throw usageError('Set DATABASE_URL to the PostgreSQL database to move into.')
      const source = await openExistingStore({ databaseUrl: null, dataDir: config.dataDir })
      try {
        await rejectRunningServer(source.db, shop.now())
        const target = await openStore(config)
        try {
          await rejectRunningServer(target.db, shop.now())
          const rows = await moveStore(source, target)
          shop.print(rows, JSON.stringify(rows), 'Every row was read back and is the same.')
        } finally {
          await target.close()
        }
      } finally {
        await source.close()
      }
    })

/**
 * In an order in which rows that others refer to come first. Left behind is what is of this moment
 * only: who runs a loop, who asked how often.
 */
export const movedTables: string[] = [
  'orders',
  'order_history',
  'donations',
  'reversals',
  'emails',
  'photos',
  'replies',
  'webhook_events',
  'tickets',
  'payment_failures',
  'watermarks',
  'secrets',
]
/** What a server writes by itself when it starts; the moved rows take its place. */
const startedWith: string[] = ['watermarks', 'secrets']

const batch = 200

/**
 * Copies everything into an empty database and reads every row back. Both sides are held by one
 * transaction each: a server that still runs cannot write meanwhile, and a fault leaves the target
 * empty. Throws on a row that came out differently. Resolves to the number of each table's rows.
 */
async function moveStore(from: Store, to: Store) {
  // Rows are copied as they lie in the tables, not as the code sees them.
  return from.db
    .withoutPlugins()
    .transaction()
    .execute(source =>
      to.db
        .withoutPlugins()
        .transaction()
        .execute(async target => {
          await refuseOccupied(target)
          for (const table of startedWith)
            await sql`delete from ${sql.table(table)}`.execute(target)
          const rows: Record<string, number> = {}
          for (const table of movedTables) rows[table] = await moveTable(source, target, table)
          return rows
        }),
    )
}

async function refuseOccupied(target: Queryable): Promise<void> {
  for (const table of movedTables.filter(name => !startedWith.includes(name)))
    if ((await count(target, table)) > 0)
      throw new CommandError(`The database is not empty (${table} has rows): nothing was copied.`)
}

type Row = Record<string, string | number | null>

async function moveTable(source: Queryable, target: Queryable, table: string): Promise<number> {
  let last = 0
  for (;;) {
    const rows = await readAfter(source, table, last)
    if (rows.length === 0) break
    last = rows.at(-1)?.position ?? last
    await write(
      target,
      table,
      rows.map(({ row }) => row),
    )
  }
  const total = await count(source, table)
  const arrived = await count(target, table)
  if (arrived !== total) throw undone(`${table}: ${arrived} of ${total} rows arrived`)
  return total
}

async function readAfter(source: Queryable, table: string, position: number) {
  const { rows } = await sql<Row & { position: number }>`
    select rowid as position, * from ${sql.table(table)}
    where rowid > ${position} order by rowid limit ${batch}`.execute(source)
  return rows.map(({ position, ...row }) => ({ position, row }))
}

/** Writes rows and reads each of them back by its key, the first column of every table of ours. */
async function write(target: Queryable, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const [key = ''] = columns
  const values = rows.map(row => sql`(${sql.join(columns.map(column => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))})
    values ${sql.join(values)}`.execute(target)
  const { rows: written } = await sql<Row>`
    select ${sql.join(columns.map(name => sql.ref(name)))} from ${sql.table(table)}
    where ${sql.ref(key)} in (${sql.join(rows.map(row => row[key]))})`.execute(target)
  const found = new Map(written.map(row => [row[key], JSON.stringify(row)]))
  for (const row of rows)
    if (found.get(row[key]) !== JSON.stringify(row))
      throw undone(`${table}: the row ${row[key]} came out differently`)
}

function undone(reason: string): CommandError {
  return new CommandError(`Nothing was copied: ${reason}.`)
}

async function count(db: Queryable, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
