import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runOps } from '../../src/cli/run-ops'
import { openApi } from '../integration/api-fixture'
import type { TestApi } from '../integration/start-api'
import { type Postgres, startPostgres } from '../setup/start-postgres'

let cluster: Postgres
let databaseUrl: string
let admin: pg.Client
let api: TestApi

beforeAll(async () => {
  cluster = await startPostgres({ inMemory: true })
})
afterAll(() => cluster.stop())

beforeEach(async ({ task }) => {
  const url = new URL(cluster.url)
  admin = await connect(url)
  await admin.query('alter role svichka set synchronous_commit = local')
  await admin.query(`create database "${task.id}"`)
  await admin.end()
  url.pathname = `/${task.id}`
  databaseUrl = url.href
  admin = await connect(url)
  api = await openApi({ env: { DATABASE_URL: databaseUrl } })
})
afterEach(async () => {
  await setStandby('')
  await admin.end()
})

async function connect({ href }: URL): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: href })
  await client.connect()
  return client
}

/** The standby that has to confirm what is committed with `synchronous_commit = on`; '' for none. */
async function setStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
  while (name && !(await isAwaited()));
}

/** Commits something. No view shows whether PostgreSQL has read its settings again. */
async function isAwaited(): Promise<boolean> {
  const client = await connect(new URL(databaseUrl))
  let isDone = false
  const committing = client
    .query(
      `begin; set local synchronous_commit = on;
      select pg_logical_emit_message(true, 'test', ''); commit`,
    )
    .finally(() => {
      isDone = true
    })
  let canceled = 0
  while (canceled === 0 && !isDone) canceled = await cancelWaiting()
  await committing
  await client.end()
  return canceled > 0
}

/** Ends the waits of commits for the standby, as an operator does. Resolves to how many. */
async function cancelWaiting(): Promise<number> {
  await pause(20)
  const { rows } = await admin.query(
    "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
  )
  return rows.length
}

/** Makes commits that wrote into this table wait for a missing standby. */
async function stallCommits(table: string): Promise<void> {
  await admin.query(`create function stall() returns trigger language plpgsql as
    'begin perform set_config(''synchronous_commit'', ''on'', true); return new; end'`)
  await admin.query(`create trigger stall before insert or update on ${table}
    for each row execute function stall()`)
  await setStandby('dead')
}

const order = () => api.order({}, { 'idempotency-key': 'unreplicated-1' })

test('an order that the synchronous standby does not have is not answered as stored, nor when it is sent again', async () => {
  await stallCommits('orders')
  for (let time = 1; time <= 2; time += 1) {
    const sentAt = Date.now()
    expect((await order()).status).toBe(503)
    expect(Date.now() - sentAt).toBeLessThan(10_000)
  }
  await setStandby('')
  expect(await order()).toMatchObject({ status: 200, body: { success: true } })
  expect((await admin.query('select id from orders')).rows).toHaveLength(1)
})

test('an order whose wait for the standby an operator canceled is not answered as stored', async () => {
  await stallCommits('orders')
  const ordered = order()
  while ((await cancelWaiting()) === 0);
  expect((await ordered).status).toBe(503)
})

test('health says that a standby is missed', async () => {
  await stallCommits('watermarks')
  expect((await fetch(`${api.url}/api/health`)).status).toBe(503)
})

test('the doctor says that a standby is missed', async () => {
  const variables = { DATABASE_URL: databaseUrl, CARD_PROVIDER: 'none' }
  const examine = () => runOps(['doctor'], { variables, now: Date.now })
  expect(await examine()).toMatchObject({ exitCode: 0 })
  await setStandby('dead')
  const { output, exitCode } = await examine()
  expect(output).toContain('waits for a synchronous standby; none is connected')
  expect(exitCode).toBe(1)
})
