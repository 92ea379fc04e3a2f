import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { findPackageRoot } from '../package-root'
import { lockForMigration } from './engines'
import type { Queryable, Store } from './store'

/**
 * Applies migrations/NNN-name.sql in order, each once, all in one transaction under a lock: two
 * processes that start together do not both migrate, and a half-applied file leaves nothing.
 */
export async function migrate(store: Store, folder = join(findPackageRoot(), 'migrations')) {
  await store.db.transaction().execute(async trx => {
    await lockForMigration(store.engine, trx)
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at bigint not null)`.execute(trx)
    const applied = await readApplied(trx)
    for (const name of listMigrations(folder))
      if (!applied.has(name)) await apply(trx, name, readFileSync(join(folder, name), 'utf8'))
  })
}

function listMigrations(folder: string): string[] {
  return readdirSync(folder)
    .filter(name => /^\d{3}-[\w-]+\.sql$/.test(name))
    .sort()
}

async function readApplied(trx: Queryable): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(trx)
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
