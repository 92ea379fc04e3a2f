import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { renewLinkKey } from '../../../src/server/db/link-key'
import { inTransaction, type Store } from '../../../src/server/db/store'
import { hourMs } from '../../../src/shared/durations'
import { buildStoredOrder, paid } from '../../integration/build-order'
import { isFull } from '../../setup/is-full'
import { startProduct } from '../../setup/processes'
import { openTestStore } from '../../setup/test-store'

const orders = 3_000
const last = `order-${orders - 1}`

/** Orders that wait for more than an hour, some with a donation: a summary is due at once. */
async function fill(store: Store): Promise<void> {
  // Without it the server would tell of all that waits before it listens.
  await inTransaction(store, trx => renewLinkKey(trx, Date.now()))
  const rows = Array.from({ length: orders }, (_, i) => {
    const id = `order-${i}`
    const at = Date.now() - 3 * hourMs + i
    const own = {
      id,
      code: id,
      idempotencyKey: id,
      addressHash: id,
      createdAt: at,
      noticeDueAt: at,
    }
    return buildStoredOrder({ ...own, ...(i % 100 === 0 ? paid : {}) })
  })
  for (let from = 0; from < orders; from += 500)
    await store.db
      .insertInto('orders')
      .values(rows.slice(from, from + 500))
      .execute()
}

async function expectEachToldOnce({ db }: Store): Promise<void> {
  const told = await db.selectFrom('orders').select(['id', 'noticeId']).execute()
  const emails = await db.selectFrom('emails').select(['subjectId', 'kind']).execute()
  const summaries = emails.filter(({ kind }) => kind === 'temple-summary')
  expect(summaries).toHaveLength(1)
  const alone = emails.flatMap(email => (email.kind === 'temple-notice' ? [email.subjectId] : []))
  expect(alone).toHaveLength(4)
  for (const { id, noticeId } of told)
    expect(noticeId).toBe(alone.includes(id) ? id : summaries[0]?.subjectId)
}

const isAllTold = async ({ db }: Store) =>
  (await db
    .selectFrom('orders')
    .select('id')
    .where('noticeDueAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()) === undefined

async function startOn(place: { databaseUrl: string | null; dataDir: string }) {
  const env = { DIGEST_AFTER: '2', DATABASE_URL: place.databaseUrl ?? '' }
  const product = await startProduct({ dataDir: place.dataDir, env })
  onTestFinished(() => product.stop())
  return product
}

test('a server that is killed in the middle of the summary’s statement tells of each order once', async () => {
  const { store, place } = await openTestStore('postgres')
  await fill(store)
  // Whoever holds one of its rows stops the statement, which has marked others by then.
  const holder = new pg.Client({ connectionString: place.databaseUrl ?? '' })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin')
  await holder.query('select id from orders where id = $1 for update', [last])
  const { server } = await startOn(place)
  const isHeld = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like 'update "orders" set "notice_due_at"%coalesce%'`.execute(store.db)
    return rows.length > 0
  }
  await expect.poll(isHeld, { timeout: 20_000, interval: 20 }).toBe(true)
  await server.stop('SIGKILL')
  await holder.query('rollback')
  await holder.end()
  expect(await isAllTold(store)).toBe(false)
  await server.start()
  await expect.poll(() => isAllTold(store), { timeout: 20_000 }).toBe(true)
  await expectEachToldOnce(store)
}, 60_000)

test.runIf(isFull)(
  'nor does one on the embedded store that is killed again and again',
  async () => {
    const { store, place } = await openTestStore('sqlite')
    await fill(store)
    const { server } = await startOn(place)
    for (let kills = 0; kills < 30 && !(await isAllTold(store)); kills += 1) {
      await pause(kills * 40)
      await server.stop('SIGKILL')
      await server.start()
    }
    await expect.poll(() => isAllTold(store), { timeout: 20_000 }).toBe(true)
    await expectEachToldOnce(store)
  },
  120_000,
)
