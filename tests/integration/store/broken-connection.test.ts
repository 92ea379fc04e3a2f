import { DatabaseSync } from '@photostructure/sqlite'
import { CamelCasePlugin, Kysely } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../../../src/server/db/schema'
import { createSqliteDialect, findStoreFile } from '../../../src/server/db/sqlite'
import { openDatabase } from '../../../src/server/db/sqlite-database'
import { findWatermark, setWatermark } from '../../../src/server/db/watermarks'
import { openStorePlace, type StorePlace } from '../../setup/test-store'

let place: StorePlace
let db: Kysely<Tables>
let opened: number
beforeEach(async () => {
  place = await openStorePlace('sqlite', true)
  opened = 0
})

/** `open`: connections are numbered as they are opened. */
function openStore(open: (file: string, number: number) => ReturnType<typeof openDatabase>): void {
  const dialect = createSqliteDialect(place.dataDir, file => {
    opened += 1
    return open(file, opened)
  })
  db = new Kysely({ dialect, plugins: [new CamelCasePlugin()] })
  onTestFinished(() => db.destroy())
}

const write = () => setWatermark(db, 'backup-at', 7)

test('a connection that fails is opened again, once its file can be', async () => {
  openStore((file, number) => {
    if (number === 2) throw new Error('unable to open database file')
    return number === 1 ? new DatabaseSync(file, { readOnly: true }) : openDatabase(file)
  })
  await expect(write()).rejects.toThrow('readonly')
  await expect(write()).rejects.toThrow('readonly')
  await write()
  expect([await findWatermark(db, 'backup-at'), opened]).toEqual([7, 3])
})

test('a connection is kept while another process has the lock, and after a violated constraint', async () => {
  openStore(openDatabase)
  const other = openDatabase(findStoreFile(place.dataDir))
  other.exec('begin immediate')
  await expect(write()).rejects.toThrow('locked')
  other.exec('rollback')
  other.close()
  await write()
  await expect(
    db.insertInto('watermarks').values({ name: 'backup-at', value: 8 }).execute(),
  ).rejects.toThrow('UNIQUE')
  await write()
  expect(opened).toBe(1)
})
