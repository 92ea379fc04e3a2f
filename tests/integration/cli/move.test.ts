import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { movedTables } from '../../../src/cli/commands/move'
import { runOps } from '../../../src/cli/run-ops'
import { openStore } from '../../../src/server/db/open-store'
import { makeStorePlace, type StorePlace } from '../../setup/test-store'
import { buildOrder } from '../build-order'
import { listOrders } from '../read-store'
import { startApi, type TestApi } from '../start-api'

let api: TestApi
let target: StorePlace

beforeEach(async () => {
  api = await startApi()
  target = await makeStorePlace('postgres')
})
afterEach(async () => {
  await api.close()
  await target.remove()
})

const move = () =>
  runOps(['move', '--json'], {
    variables: { DATA_DIR: api.dataDir, DATABASE_URL: target.databaseUrl ?? '' },
    now: Date.now,
  })

async function fillStore(): Promise<string> {
  const paid = await api.create(200)
  await api.pay(paid)
  const fields = { name: "О'Коннор \\ «Їжак» 🕯 \n", donationAmount: '200', email: 'o@example.org' }
  await api.post('/api/candle-orders', buildOrder(fields), { 'idempotency-key': paid })
  for (let i = 0; i < 30; i++) await api.post('/api/candle-orders', buildOrder({ name: `№ ${i}` }))
  await api.draft(await api.create(300), { name: 'чернетка' })
  return paid
}

test('moving copies every row, and the service goes on where it was', async () => {
  const paid = await fillStore()
  const before = await listOrders(api.services)
  const outcome = await move()
  expect(outcome.exitCode).toBe(0)
  expect(JSON.parse(outcome.output)).toMatchObject({ orders: 31, donations: 2 })
  const moved = await startApi({ env: { DATABASE_URL: target.databaseUrl ?? '' } })
  const after = await listOrders(moved.services)
  const sorted = (rows: typeof after) => rows.map(row => JSON.stringify(row)).sort()
  expect(sorted(after)).toEqual(sorted(before))
  const again = await moved.post(
    '/api/candle-orders',
    buildOrder({ name: 'інша', donationAmount: '200' }),
    { 'idempotency-key': paid },
  )
  expect(again.body).toMatchObject({ success: true })
  expect(await listOrders(moved.services)).toHaveLength(31)
  await moved.close()
})

test('a database that holds anything is left as it is', async () => {
  await fillStore()
  expect((await move()).exitCode).toBe(0)
  expect((await move()).exitCode).toBe(1)
})

test('a row that comes out differently undoes the whole move', async () => {
  await fillStore()
  const store = await openStore({ databaseUrl: target.databaseUrl, dataDir: api.dataDir })
  await sql`create function spoil() returns trigger as 'begin new.name := trim(new.name) || ''.''; return new; end' language plpgsql`.execute(
    store.db,
  )
  await sql`create trigger spoil before insert on orders for each row execute function spoil()`.execute(
    store.db,
  )
  expect(await move()).toMatchObject({
    errors: expect.stringMatching(/Nothing was copied: orders: the row .+ came out differently/),
    exitCode: 1,
  })
  expect(await store.db.selectFrom('orders').selectAll().execute()).toEqual([])
  await store.close()
})

test('every table is either moved or left behind on purpose', async () => {
  const leftBehind = ['leases', 'request_counts']
  const tables = await api.services.store.db.introspection.getTables()
  const names = tables.map(({ name }) => name)
  expect(names.sort()).toEqual([...movedTables, ...leftBehind].sort())
})
