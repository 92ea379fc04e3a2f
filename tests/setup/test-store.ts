import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openStore } from '../../src/server/db/open-store'
import { findStoreFile } from '../../src/server/db/sqlite'
import type { Engine } from '../../src/server/db/store'
import { isFull } from './is-full'
import { templateName } from './prepare-stores'
import { findMemory } from './start-postgres'

/** Both engines, for tests of SQL and locks; mutation tests use one. */
export const bothEngines: Engine[] =
  process.env.TEST_ENGINE === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres']

/** SQLite, and in `npm run test:full` PostgreSQL, too. */
export const engines = isFull ? bothEngines : bothEngines.slice(0, 1)

export interface StorePlace {
  databaseUrl: string | null
  dataDir: string
  remove(): Promise<void>
}

/**
 * A store for one test: without tables, or migrated, which takes a tenth of the time because it is
 * copied.
 */
export async function makeStorePlace(engine: Engine, hasTables = false): Promise<StorePlace> {
  // A synced commit takes milliseconds on a disk, and power cuts are not tested here.
  const dataDir = mkdtempSync(join(findMemory(), 'svichka-test-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') {
    if (hasTables) copyFileSync(findStoreFile(inject('emptyStore')), findStoreFile(dataDir))
    return { databaseUrl: null, dataDir, remove: async () => removeFolder() }
  }
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await execute(server, `create database ${name}${hasTables ? ` template ${templateName}` : ''}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    databaseUrl: url.href,
    dataDir,
    async remove() {
      removeFolder()
      await execute(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** The same for the present test, removed after it. */
export async function openStorePlace(engine: Engine, hasTables = false): Promise<StorePlace> {
  const place = await makeStorePlace(engine, hasTables)
  onTestFinished(place.remove)
  return place
}

/** The same with its store, closed after the test. */
export async function openTestStore(engine: Engine, retryForMs?: number) {
  const place = await openStorePlace(engine, true)
  const store = await openStore({ ...place, retryForMs })
  onTestFinished(() => store.close())
  return { place, store }
}

/**
 * From now on each commit of PostgreSQL that wrote something takes this long, with its locks held, as
 * with a synchronous standby.
 */
export async function setCommitTime(databaseUrl: string, ms: number): Promise<void> {
  await execute(
    databaseUrl,
    `create or replace function slow_commit() returns trigger language plpgsql as $$ begin
       if current_setting('slow.commit', true) = pg_current_xact_id()::text then return null; end if;
       perform set_config('slow.commit', pg_current_xact_id()::text, true);
       perform pg_sleep(${ms / 1_000});
       return null;
     end $$;
     do $$ declare name text; begin
       for name in select tablename from pg_tables where schemaname = 'public'
         and not exists (select from pg_trigger where tgname = 'slow_commit') loop
         execute format('create constraint trigger slow_commit after insert or update or delete on %I
           deferrable initially deferred for each row execute function slow_commit()', name);
       end loop;
     end $$`,
  )
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
