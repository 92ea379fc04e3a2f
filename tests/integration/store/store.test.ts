import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findDonation, insertDonation, leaseDueDonations } from '../../../src/server/db/donations'
import { migrate } from '../../../src/server/db/migrate'
import { openStore } from '../../../src/server/db/open-store'
import { findOrCreateSecret } from '../../../src/server/db/secrets'
import type { Store } from '../../../src/server/db/store'
import { createDonation } from '../../../src/server/orders/donation'
import { parseDraft } from '../../../src/server/orders/draft'
import { isFull } from '../../setup/is-full'
import { bothEngines, openStorePlace, openTestStore } from '../../setup/test-store'

function copyMigrations(isWanted = (_name: string) => true): string {
  const folder = mkdtempSync(join(tmpdir(), 'svichka-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const names = readdirSync('migrations').filter(isWanted)
  for (const name of names) copyFileSync(join('migrations', name), join(folder, name))
  return folder
}

describe.each(bothEngines)('the store on %s', engine => {
  let store: Store
  beforeEach(async () => {
    store = (await openTestStore(engine)).store
  })

  const donation = (id: string) => ({
    ...createDonation({ id, amountKopiykas: 10_000, livemode: false, createdAt: 1 }, 'hash'),
    nextCheckAt: null,
  })

  test('opened concurrently is migrated once', async () => {
    const fresh = await openStorePlace(engine)
    const stores = await Promise.all([openStore(fresh), openStore(fresh), openStore(fresh)])
    for (const each of stores) await each.close()
  })

  test('a migration that fails leaves nothing of itself', async () => {
    const folder = copyMigrations()
    writeFileSync(join(folder, '900-good.sql'), 'create table good (id text primary key);')
    writeFileSync(join(folder, '901-bad.sql'), 'create table half (id text); create nonsense;')
    await expect(migrate(store, folder)).rejects.toThrow()
    await expect(sql`select * from good`.execute(store.db)).rejects.toThrow()
    writeFileSync(join(folder, '901-bad.sql'), 'create table half (id text);')
    await migrate(store, folder)
    await sql`select * from half`.execute(store.db)
  })

  /** Empties the store down to the tables of version 0.2. */
  async function makeVersion02(): Promise<void> {
    const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true })
    const names = tables.map(({ name }) => name)
    // Its rows refer to orders.
    for (const name of ['order_history', ...names.filter(name => name !== 'order_history')])
      await store.db.schema.dropTable(name).execute()
    await migrate(
      store,
      copyMigrations(name => name < '002'),
    )
  }

  test('a store of version 0.2 keeps what it knew', async () => {
    await makeVersion02()
    await sql`insert into orders values ('o1', 'ABCD', 'key-0001', null, 'form', 'Ганна', 'За здоров’я', null,
      'uk', 0, 'none', 0, 0, 0, 0, 0, 'cancelled', null, null, null, null, null, '', '', '', 'hash', 1, null)`.execute(
      store.db,
    )
    // An open ticket, and one that was closed and erased.
    for (const [id, state, card, email] of [
      ['t1', 'open', '4242', 'petro@example.org'],
      ['t2', 'closed', null, null],
    ] as const) {
      const payment = `pi_3SuoKtXE8n2Zdlr68iXy0ZW${id}`
      await sql`insert into tickets values (${id}, ${payment}, ${state}, 20000, 0, 1, ${card}, ${email}, 7, 8)`.execute(
        store.db,
      )
      await sql`insert into donations values (${`d-${id}`}, ${payment}, null, 'succeeded', 20000, 20000, 0, 0, 0, 0,
        'hash', 1, 2, null, 0, 3, 1, null, null)`.execute(store.db)
    }
    // A paid order, of whose refund and lost dispute everybody was told.
    await sql`insert into orders values ('o2', 'EFGH', 'pi_2', 'pi_2', 'page', 'Ганна', 'За здоров’я', 'olha@example.org',
      'uk', 1, 'returned', 20000, 20000, 0, 0, 0, 'waiting', null, null, null, 'o2', null, '', '', '', 'hash', 1, null)`.execute(
      store.db,
    )
    await sql`insert into donations values ('d2', 'pi_2', null, 'succeeded', 20000, 20000, 20000, 0, 0, 0, 'hash',
      1, 2, null, 0, 3, 1, null, null)`.execute(store.db)
    for (const [id, kind, amount, status] of [
      ['re_1', 'refund', 5_000, 'succeeded'],
      ['re_2', 'refund', 1_000, 'failed'],
      ['dp_1', 'dispute', 20_000, 'lost'],
    ] as const) {
      await sql`insert into reversals values (${id}, 'pi_2', ${kind}, ${amount}, ${status}, 3, 4)`.execute(
        store.db,
      )
      await sql`insert into order_history values (${`h-${id}`}, 'o2', 3, ${kind}, ${`${id}: 50.00 UAH, ${status}`})`.execute(
        store.db,
      )
    }
    // Orders whose payment nobody knew; of the second the operator has decided.
    const name = 'Марія "Мала"\n\tі \\Петро'
    for (const [id, intent, fulfilment] of [
      ['o3', 'pi_awaited', 'waiting'],
      ['o4', 'pi_decided', 'dismissed'],
    ] as const) {
      await sql`insert into orders values (${id}, ${id}, ${intent}, ${intent}, 'draft', ${name}, 'За здоров’я', 'olha@example.org',
        'ru', 1, 'verifying', 20000, 0, 0, 0, 0, ${fulfilment}, null, null, null, null, null, '', '', '', 'hash', 7, null)`.execute(
        store.db,
      )
      await sql`insert into order_history values (${`h-${id}`}, ${id}, 3, 'payment', '')`.execute(
        store.db,
      )
      await sql`insert into donations values (${`d-${id}`}, ${intent}, 'secret', 'open', 20000, 0, 0, 0, 0, 0, 'hash',
        1, null, 900, 0, 3, 1, null, null)`.execute(store.db)
    }
    // A free order that a list told of, and one whose notice was never sent.
    for (const [id, notice] of [
      ['o5', 'LIST'],
      ['o6', 'o6'],
    ])
      await sql`insert into orders values (${id}, ${`C-${id}`}, ${id}, null, 'page', 'Ганна', 'За здоров’я',
        'olha@example.org', 'uk', 1, 'none', 0, 0, 0, 0, 0, 'waiting', null, null, null, ${notice}, 1, '', '', '',
        'hash', 1, null)`.execute(store.db)
    for (const [subject, kind, state, sentAt] of [
      ['LIST', 'temple-digest', 'sent', 5],
      ['o6', 'temple-notice', 'failed', null],
      ['o5', 'donor-thanks', 'waiting', null],
    ] as const)
      await sql`insert into emails values (${subject + kind}, ${subject}, ${kind}, 'olha@example.org', null, '',
        'Ганна', '', 0, null, null, null, ${subject + kind}, ${state}, 5, 1, null, 5, ${sentAt})`.execute(
        store.db,
      )
    await migrate(store)
    const orders = await store.db.selectFrom('orders').selectAll().orderBy('id').execute()
    const wordless = { channel: 'payment', payment: 'paid', needsDetails: true }
    expect(orders).toMatchObject([
      { fulfilment: 'dismissed', remindAt: null },
      { payment: 'disputed', remindAt: 0 },
      { id: 'o4', payment: 'claimed', channel: 'page' },
      // Of what waits a summary tells, as soon as there is a key for its link.
      { email: null, noticeId: 'LIST', noticeDueAt: null, remindAt: 0 },
      { email: null, noticeId: null, noticeDueAt: 1, remindAt: null },
      {
        ...{ ...wordless, code: '4XY2-ZWT3', email: 'petro@example.org' },
        ...{ fulfilment: 'waiting', noticeDueAt: 7 },
      },
      { ...wordless, email: null, fulfilment: 'dismissed', noticeDueAt: null },
    ])
    expect(await store.db.selectFrom('emails').selectAll().execute()).toEqual([])
    const undecided = await findDonation(store.db, 'pi_awaited')
    expect(undecided).toMatchObject({
      ...{ answeredAt: 7, draftedAt: 7, draftVersion: -1 },
      ...{ nextCheckAt: 0, hasOrder: false },
    })
    expect(parseDraft({ draft: undecided?.draft ?? null })).toMatchObject({
      sent: { name, purpose: 'За здоров’я', email: 'olha@example.org', donationAmount: 200 },
      addressHash: 'hash',
    })
    const decided = await findDonation(store.db, 'pi_decided')
    expect(decided).toMatchObject({ draft: null, answeredAt: null })
    const history = await store.db.selectFrom('orderHistory').select('id').orderBy('id').execute()
    expect(history.map(({ id }) => id)).toEqual(['dp_1', 'h-o4', 're_1', 're_2'])
    // As the charge has them, so nothing of them is told again.
    expect(await findDonation(store.db, 'pi_2')).toMatchObject({
      refundedKopiykas: 5_000,
      disputed: true,
    })
  })

  test.runIf(engine === 'postgres' && isFull)(
    'a migration may take longer than a request',
    async () => {
      const fresh = await openStorePlace(engine)
      const client = new pg.Client({ connectionString: fresh.databaseUrl ?? '' })
      await client.connect()
      await client.query(`create function wait() returns event_trigger language plpgsql
      as $$ begin perform pg_sleep(1.5); end $$`)
      await client.query(`create event trigger slow on ddl_command_start
      when tag in ('DROP TABLE') execute function wait()`)
      await client.end()
      await (await openStore({ ...fresh, queryTimeoutMs: 1_000 })).close()
    },
  )

  test('what is due is leased by one, and is due again if that one dies', async () => {
    await insertDonation(store.db, { ...donation('pi_1'), nextCheckAt: 100 })
    const lease = (now: number) =>
      leaseDueDonations(store.db, { kind: 'unpaid', now, until: now + 60, limit: 10 })
    const leased = await Promise.all([lease(100), lease(100), lease(100)])
    expect(leased.flat()).toHaveLength(1)
    expect(await lease(159)).toEqual([])
    expect(await lease(160)).toEqual(['pi_1'])
  })

  test.runIf(engine === 'sqlite')('an answered order is synced to the disk', async () => {
    const read = async (name: string) =>
      (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store.db)).rows[0]
    expect(await read('journal_mode')).toEqual({ journalMode: 'wal' })
    // 2 is FULL (sqlite.org/pragma.html#pragma_synchronous).
    expect(await read('synchronous')).toEqual({ synchronous: 2 })
  })

  test('a shared secret is made once', async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => findOrCreateSecret(store.db, 'key', 0)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toHaveLength(43)
  })
})
