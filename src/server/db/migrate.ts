import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator, sql } from 'kysely'
import { findPackageRoot } from '../package-root'
import type { Store } from './store'

/** How the store's schema compares with the one of this program. */
export type SchemaStatus = 'current' | 'older' | 'newer'

const migrationFolder = join(findPackageRoot(), 'migrations')

/** Runs migrations/NNN-name.sql in one transaction under a lock, and leaves a newer schema alone. */
export async function migrate(store: Store, folder = migrationFolder): Promise<SchemaStatus> {
  const status = await readSchemaStatus(store, folder)
  if (status === 'current' || status === 'newer') return status
  const provider = { getMigrations: async () => readMigrations(folder) }
  const migrator = new Migrator({ db: store.db, provider })
  await store.lanes.paid.run(async () => {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })
  return 'current'
}

/** Returns null if there are no tables. */
export async function readSchemaStatus(
  { db }: Store,
  folder = migrationFolder,
): Promise<SchemaStatus | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(table => table.name === DEFAULT_MIGRATION_TABLE)) return null
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  const applied = new Set(rows.map(row => row.name))
  const known = Object.keys(readMigrations(folder))
  if ([...applied].some(name => !known.includes(name))) return 'newer'
  return known.every(name => applied.has(name)) ? 'current' : 'older'
}

function readMigrations(folder: string): Record<string, Migration> {
  const names = readdirSync(folder).filter(name => /^\d{3}-[\w-]+\.sql$/.test(name))
  return Object.fromEntries(
    names.map(name => [
      name.replace('.sql', ''),
      {
        async up(db) {
          for (const statement of splitStatements(readFileSync(join(folder, name), 'utf8')))
            await sql.raw(statement).execute(db)
        },
      },
    ]),
  )
}

/** Splits a migration at every `;`, so none may stand inside a statement. */
function splitStatements(script: string): string[] {
  const statements = script.replace(/^\s*--.*$/gm, '').split(';')
  return statements.filter(statement => statement.trim() !== '')
}
