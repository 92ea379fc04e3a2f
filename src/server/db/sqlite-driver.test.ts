import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SqliteDriver } from './sqlite-driver'

interface Tables {
  candles: { id: string; text: string; parent: string | null }
}

describe('the driver of the embedded store', () => {
  let folder: string
  let database: Database.Database
  let elsewhere: Database.Database
  let db: Kysely<Tables>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svichka-driver-'))
    database = new Database(join(folder, 'store.db'))
    database.pragma('journal_mode = WAL')
    database.pragma('foreign_keys = ON')
    database.exec(`create table candles (id text primary key, text text not null,
      parent text references candles (id) deferrable initially deferred)`)
    elsewhere = new Database(join(folder, 'store.db'))
    db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new SqliteDriver(database),
        createIntrospector: given => new SqliteIntrospector(given),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    })
  })
  afterEach(async () => {
    await db.destroy()
    elsewhere.close()
    rmSync(folder, { recursive: true })
  })

  const insert = (id: string, text = '', parent: string | null = null) =>
    db.insertInto('candles').values({ id, text, parent }).execute()

  const inTransaction = (id: string, options: { text?: string; fails?: boolean } = {}) =>
    db.transaction().execute(async trx => {
      await trx
        .insertInto('candles')
        .values({ id, text: options.text ?? '', parent: null })
        .execute()
      if (options.fails) throw new Error(`${id} was not wanted`)
    })

  const onDisk = () =>
    elsewhere
      .prepare('select id from candles order by id')
      .all([])
      .map(row => (row as { id: string }).id)

  function countCommits() {
    const exec = vi.spyOn(database, 'exec')
    return () => exec.mock.calls.filter(([statement]) => statement === 'commit').length
  }

  test('what is written in one turn is committed once', async () => {
    const commits = countCommits()
    await Promise.all([inTransaction('a'), insert('b'), inTransaction('c'), insert('d')])
    expect(commits()).toBe(1)
    expect(onDisk()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('one part undone leaves the others', async () => {
    const parts = [inTransaction('a'), inTransaction('b', { fails: true }), insert('c')]
    const outcomes = await Promise.allSettled(parts)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(onDisk()).toEqual(['a', 'c'])
  })

  test('a write that the database refuses leaves the others', async () => {
    const outcomes = await Promise.allSettled([insert('a'), insert('a'), inTransaction('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(onDisk()).toEqual(['a', 'b'])
  })

  test('nobody is answered before the commit, also one who only read', async () => {
    const seen: string[][] = []
    const note = () => seen.push(onDisk())
    await Promise.all([
      inTransaction('a').then(note),
      insert('b').then(note),
      db.selectFrom('candles').selectAll().execute().then(note),
    ])
    expect(seen).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('a commit that fails is a failure for everybody in it', async () => {
    const parts = [inTransaction('a'), insert('b', '', 'nobody'), inTransaction('c')]
    const outcomes = await Promise.allSettled(parts)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(onDisk()).toEqual([])
    await insert('d')
    expect(onDisk()).toEqual(['d'])
  })

  test('a full disk takes nothing that was promised', async () => {
    const [{ page_count: pages }] = database.pragma('page_count') as [{ page_count: number }]
    database.pragma(`max_page_count = ${pages + 4}`)
    const ids = ['a', 'b', 'c', 'd']
    const write = (id: string) => inTransaction(id, { text: id === 'c' ? 'x'.repeat(100_000) : id })
    const outcomes = await Promise.allSettled(ids.map(write))
    const promised = ids.filter((_, place) => outcomes[place]?.status === 'fulfilled')
    expect(outcomes[2]?.status).toBe('rejected')
    expect(onDisk()).toEqual(promised)
    database.pragma('max_page_count = 100000')
    await inTransaction('e')
    expect(onDisk()).toContain('e')
  })

  test('a transaction that goes on after the database gave it up is refused', async () => {
    const stubborn = db.transaction().execute(async trx => {
      database.exec('rollback')
      await trx.insertInto('candles').values({ id: 'a', text: '', parent: null }).execute()
    })
    await expect(stubborn).rejects.toThrow()
    await insert('b')
    expect(onDisk()).toEqual(['b'])
  })

  test('a copy of the store can be made while it is written to', async () => {
    const copy = join(folder, 'copy.db')
    await Promise.all([insert('a'), sql`vacuum into ${copy}`.execute(db), inTransaction('b')])
    const copied = new Database(copy).prepare('select count(*) as count from candles').all([])
    expect(copied).toEqual([{ count: 1 }])
    expect(onDisk()).toEqual(['a', 'b'])
  })

  test('a locked store is a failure for the one who writes, and no longer', async () => {
    database.pragma('busy_timeout = 0')
    elsewhere.exec('begin immediate')
    await expect(insert('a')).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    elsewhere.exec('rollback')
    await insert('b')
    expect(onDisk()).toEqual(['b'])
  })
})
