import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { findPackageRoot } from '../package-root'
import { lockForMigration } from './engines'
import { repeatRolledBack } from './failures'
import type { Queryable, Store } from './store'

/** The store's tables beside the ones that this program knows. */
export type SchemaAge = 'current' | 'older' | 'newer'

/**
 * Applies migrations/NNN-name.sql in order, each once, all in one transaction under a lock: two
 * processes that start together do not both migrate, and a half-applied file leaves nothing. A
 * store that a newer program has migrated is left as it is.
 */
export async function migrate(
  store: Store,
  folder = join(findPackageRoot(), 'migrations'),
): Promise<SchemaAge> {
  const work = async (trx: Queryable) => {
    await lockForMigration(store.engine, trx)
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at bigint not null)`.execute(trx)
    const applied = await readApplied(trx)
    if (ageOf(applied, folder) === 'newer') return 'newer'
    for (const name of listMigrations(folder))
      if (!applied.has(name)) await apply(trx, name, readFileSync(join(folder, name), 'utf8'))
    return 'current'
  }
  return repeatRolledBack(() => store.db.transaction().execute(work))
}

/** How old the tables are; changes nothing. null: there are none. */
export async function readSchemaAge({ db }: Store): Promise<SchemaAge | null> {
  const tables = await db.introspection.getTables()
  if (!tables.some(table => table.name === 'schema_migrations')) return null
  return ageOf(await readApplied(db), join(findPackageRoot(), 'migrations'))
}

function ageOf(applied: Set<string>, folder: string): SchemaAge {
  const known = listMigrations(folder)
  const last = known.at(-1) ?? ''
  if ([...applied].some(name => name > last)) return 'newer'
  return known.every(name => applied.has(name)) ? 'current' : 'older'
}

function listMigrations(folder: string): string[] {
  return readdirSync(folder)
    .filter(name => /^\d{3}-[\w-]+\.sql$/.test(name))
    .sort()
}

async function readApplied(db: Queryable): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  return new Set(rows.map(row => row.name))
}

async function apply(trx: Queryable, name: string, script: string): Promise<void> {
  await sql`insert into schema_migrations (name, applied_at) values (${name}, ${Date.now()})`.execute(
    trx,
  )
  for (const statement of splitStatements(script)) await sql.raw(statement).execute(trx)
}

/** Our migrations hold no `;` but at the end of a statement. */
function splitStatements(script: string): string[] {
  return script
    .replace(/^\s*--.*$/gm, '')
    .split(';')
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
}
