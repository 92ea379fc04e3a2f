import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openStore } from '../../src/server/db/open-store'
import { startPostgres } from './start-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server that allows new databases. */
    postgresUrl: string
    /** A folder with an empty, migrated embedded store. */
    emptyStore: string
  }
}

/** The template database. */
export const templateName = 'svichka_test_template'

/**
 * Before all tests: starts a PostgreSQL, removed afterwards, or uses the one of TEST_DATABASE_URL;
 * and prepares an empty store to copy on either engine.
 */
export async function setup(project: {
  provide(key: 'postgresUrl' | 'emptyStore', value: string): void
}): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given
    ? { url: given, stop: async () => {} }
    : await startPostgres({ inMemory: true })
  const emptyStore = mkdtempSync(join(tmpdir(), 'svichka-template-'))
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  const template = new URL(server.url)
  template.pathname = `/${templateName}`
  await admin.query(`drop database if exists ${templateName}`)
  await admin.query(`create database ${templateName}`)
  for (const databaseUrl of [null, template.href])
    await (await openStore({ databaseUrl, dataDir: emptyStore })).close()
  project.provide('postgresUrl', server.url)
  project.provide('emptyStore', emptyStore)
  return async () => {
    await admin.query(`drop database ${templateName}`)
    await admin.end()
    await server.stop()
    rmSync(emptyStore, { recursive: true, force: true })
  }
}
