import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tables } from '../../../src/server/db/schema'
import { findStoreFile } from '../../../src/server/db/sqlite'
import { openDatabase, ReopenableDatabase } from '../../../src/server/db/sqlite-database'
import { SqliteStoreDriver } from '../../../src/server/db/sqlite-driver'
import { readWatermark, setWatermark } from '../../../src/server/db/watermarks'
import { makeStorePlace, type StorePlace } from '../../setup/test-store'

let place: StorePlace
let db: Kysely<Tables>
let ended: number
beforeEach(async () => {
  place = await makeStorePlace('sqlite', true)
  ended = 0
})
afterEach(async () => {
  await db.destroy()
  await place.remove()
})

function end(): void {
  ended += 1
}

type Open = (file: string, number: number) => ReturnType<typeof openDatabase>

/** `open`: connections are numbered as they are opened. */
function openStore(open: Open): void {
  let opened = 0
  const database = new ReopenableDatabase(() => {
    opened += 1
    return open(findStoreFile(place.dataDir), opened)
  })
  const limits = { brokenAfterMs: 30, end }
  const dialect = Object.assign(new SqliteDialect({ database }), {
    createDriver: () => new SqliteStoreDriver(database, limits),
  })
  db = new Kysely({ dialect, plugins: [new CamelCasePlugin()] })
}

const openBrokenFirst: Open = (file, number) =>
  number === 1 ? new DatabaseSync(file, { readOnly: true }) : openDatabase(file)

const write = () => setWatermark(db, 'written-at', 7)

async function writeForAWhile(): Promise<void> {
  for (let time = 0; time < 6; time += 1) {
    await write().catch(() => {})
    await pause(20)
  }
}

test('a connection whose writes fail while a new one can write is opened again', async () => {
  openStore(openBrokenFirst)
  await expect(write()).rejects.toThrow('readonly')
  await writeForAWhile()
  await write()
  expect([await readWatermark(db, 'written-at'), ended]).toEqual([7, 0])
})

test('a file that cannot be opened meanwhile does not stop the statements after it', async () => {
  openStore((file, number) => {
    if (number === 2) throw new Error('unable to open database file')
    return openBrokenFirst(file, number)
  })
  await writeForAWhile()
  await writeForAWhile()
  await write()
  expect(ended).toBe(0)
})

test('the process ends if that does not help', async () => {
  openStore((file, number) => {
    const opened = openBrokenFirst(file, number)
    setTimeout(() => opened.exec('pragma query_only = on'))
    return opened
  })
  await writeForAWhile()
  expect(ended).toBeGreaterThan(0)
})

test('a connection whose writes fail because of another process is kept', async () => {
  openStore(openDatabase)
  const other = openDatabase(findStoreFile(place.dataDir))
  other.exec('begin immediate')
  await writeForAWhile()
  other.exec('rollback')
  other.close()
  await write()
  expect(ended).toBe(0)
})
