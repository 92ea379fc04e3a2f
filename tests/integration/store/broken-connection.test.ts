import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tables } from '../../../src/server/db/schema'
import { findStoreFile } from '../../../src/server/db/sqlite'
import { openDatabase, StoreDatabase } from '../../../src/server/db/sqlite-database'
import { setWatermark } from '../../../src/server/db/watermarks'
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

/** A store whose first connection cannot write. */
function openStore(isBroken: boolean): void {
  const file = findStoreFile(place.dataDir)
  let opened = 0
  const open = () => {
    opened += 1
    return isBroken && opened === 1
      ? new DatabaseSync(file, { readOnly: true })
      : openDatabase(file)
  }
  const database = new StoreDatabase(open, { brokenAfterMs: 30, end })
  db = new Kysely({ dialect: new SqliteDialect({ database }), plugins: [new CamelCasePlugin()] })
}

const write = () => setWatermark(db, 'written-at', 7)

async function writeForAWhile(): Promise<void> {
  for (let time = 0; time < 6; time += 1) {
    await write().catch(() => {})
    await pause(20)
  }
}

test('a process whose connection cannot write ends if a new one could', async () => {
  openStore(true)
  await expect(write()).rejects.toThrow('readonly')
  expect(ended).toBe(0)
  await writeForAWhile()
  expect(ended).toBeGreaterThan(0)
})

test('a connection whose writes fail because of another process is kept', async () => {
  openStore(false)
  const other = openDatabase(findStoreFile(place.dataDir))
  other.exec('begin immediate')
  await writeForAWhile()
  other.exec('rollback')
  other.close()
  await write()
  expect(ended).toBe(0)
})
