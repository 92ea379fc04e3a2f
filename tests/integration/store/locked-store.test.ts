import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkpointWal } from '../../../src/server/db/engines'
import { findStoreFile } from '../../../src/server/db/sqlite'
import { inTransaction, type Store } from '../../../src/server/db/store'
import { isFull } from '../../setup/is-full'
import { limitFileSize } from '../../setup/limit-file-size'
import { openApi } from '../api-fixture'
import { buildEmail } from '../emails/build-email'
import { openOutbox } from '../emails/open-outbox'
import { startSmtpServer } from '../emails/start-smtp-server'
import type { TestApi } from '../start-api'

// How long a locked statement is repeated here, ms.
const retryForMs = 300

let api: TestApi

/** An API for each test of a `describe`. */
function openForEach(options: Parameters<typeof openApi>[0]): void {
  beforeEach(async () => {
    api = await openApi(options)
  })
}

const email = 'maria@example.org'
const order = (key: string) => api.order({ email }, { 'idempotency-key': `${key}-00000000` })

async function measure<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, ms: performance.now() - startedAt }
}

/** Sooner or later: a busy machine delays some answers. */
async function expectFaster(path: string, ms: number): Promise<void> {
  const answer = () => measure(() => fetch(api.url + path))
  await expect.poll(async () => (await answer()).ms, { interval: 0 }).toBeLessThan(ms)
}

/** Sooner or later: an answer is shared for a second, and a slow check counts for the next call. */
async function expectHealth(status: 200 | 503): Promise<void> {
  const health = async () => (await fetch(`${api.url}/api/health`)).status
  await expect.poll(health).toBe(status)
}

/** Takes the write lock as another process does. */
function lockFile({ dataDir }: { dataDir: string } = api): { release(): void } {
  const other = new DatabaseSync(findStoreFile(dataDir))
  other.exec('begin immediate')
  return {
    release() {
      other.exec('rollback')
      other.close()
    },
  }
}

describe('while another process holds the write lock of the embedded store', () => {
  openForEach({ retryForMs })

  test('page and health answer at once, an order after its retries, and then all is as before', async () => {
    await order('first')
    await expectHealth(200)
    const lock = lockFile()
    const { result: refused, ms: untilRefused } = await measure(() => order('locked'))
    for (const path of ['/', '/api/health']) await expectFaster(path, untilRefused)
    await expectHealth(503)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    lock.release()
    expect(await order('locked')).toMatchObject({ status: 200, body: { success: true } })
    await expectHealth(200)
  })

  test('an order waits for a short lock, those of many visitors too, each is stored once', async () => {
    const lock = lockFile()
    const ordering = Promise.all(Array.from({ length: 20 }, (_, visitor) => order(`${visitor}`)))
    await pause(retryForMs / 3)
    lock.release()
    expect((await ordering).map(({ status }) => status)).toEqual(Array(20).fill(200))
    const rows = await api.services.store.db.selectFrom('orders').select('id').execute()
    expect(rows).toHaveLength(20)
  })
})

test('an email that went out while the store was locked does not go out again', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(smtp.close)
  const mail = await openOutbox('sqlite', { smtpUrl: smtp.url, retryForMs: 50 })
  smtp.behaviour = 'slow'
  await mail.put(buildEmail())
  const sending = mail.outbox.runOnce()
  while (smtp.handedOver === 0) await pause(5)
  const lock = lockFile(mail.place)
  while (smtp.received.length === 0) await pause(5)
  // Longer than the store retries.
  await pause(300)
  lock.release()
  expect(await sending).toBe(1)
  mail.clock.now += 60 * 60_000
  expect(await mail.outbox.runOnce()).toBe(0)
  expect(smtp.received).toHaveLength(1)
})

/** One statement of each kind; all of them write more than what is left of a full disk. */
const words = 'x'.repeat(400_000)
const statements: Record<string, (store: Store) => Promise<unknown>> = {
  'a single insert': ({ db }) =>
    db
      .insertInto('secrets')
      .values({ name: 'single', value: words, createdAt: 0 })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value: words }))
      .execute(),
  'an update with returning': async ({ db }) =>
    db.updateTable('secrets').set({ value: words }).returning('name').execute(),
  'a transaction, at its begin or its commit': store =>
    inTransaction(store, trx => trx.updateTable('installation').set({ value: words }).execute()),
}

/** Starts an interruption. Resolves to a function that ends it. */
const faults: Record<string, () => Promise<() => unknown>> = {
  'a held lock': async () => lockFile().release,
  'a full disk (SQLITE_FULL)': async () => {
    const { db } = api.services.store
    const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.pageCount}`).execute(db)
    return () => sql.raw('pragma max_page_count = 1000000').execute(db)
  },
  'a disk that cannot be written (SQLITE_IOERR)': async () => {
    limitFileSize(100_000)
    return () => limitFileSize('unlimited')
  },
  'a command that is killed inside its write': async () => {
    const program = `
      const { DatabaseSync } = require('@photostructure/sqlite')
      const database = new DatabaseSync(process.argv[1])
      database.exec("begin immediate; update secrets set value = ''; select 1")
      console.log('written')
      setInterval(() => {}, 1_000)`
    const command = spawn(process.execPath, ['-e', program, findStoreFile(api.dataDir)])
    await once(command.stdout, 'data')
    return async () => {
      command.kill('SIGKILL')
      await once(command, 'exit')
    }
  },
}

/** `prlimit` is a command of Linux. */
const tried = Object.keys(faults).filter(
  fault => process.platform === 'linux' || !fault.includes('IOERR'),
)

describe.each(tried)('after %s', fault => {
  openForEach({ retryForMs: 50 })

  test.each(Object.keys(statements))('in %s the next order is stored', async statement => {
    const end = await faults[fault]?.()
    await expect(statements[statement]?.(api.services.store)).rejects.toMatchObject({
      code: 'ERR_SQLITE_ERROR',
    })
    await end?.()
    expect(await order('next')).toMatchObject({ status: 200, body: { success: true } })
  })
})

test('while a reader keeps a checkpoint from its end orders are stored, and after it the log is emptied', async () => {
  api = await openApi({ retryForMs: 50 })
  const reader = new DatabaseSync(findStoreFile(api.dataDir))
  reader.exec('begin')
  reader.prepare('select * from orders').all()
  expect((await order('first')).status).toBe(200)
  const { store } = api.services
  const [checkpoint, read] = await Promise.all([
    checkpointWal(store, 50),
    store.db.selectFrom('orders').select('id').execute(),
  ])
  expect([checkpoint, read.length]).toEqual([false, 1])
  expect((await order('second')).status).toBe(200)
  reader.exec('commit')
  reader.close()
  expect(await checkpointWal(store)).toBe(true)
  expect((await order('third')).status).toBe(200)
})

describe('while another connection of PostgreSQL holds a lock', () => {
  let admin: pg.Client
  openForEach({ engine: 'postgres', retryForMs })
  beforeEach(async () => {
    admin = new pg.Client({ connectionString: api.config.databaseUrl ?? '' })
    await admin.connect()
  })
  afterEach(() => admin.end())

  test.each(isFull ? ['orders', 'donations', 'emails'] : ['orders'])('on %s', async table => {
    const intent = await api.create(200)
    await api.draft(intent, { email })
    await api.pay(intent)
    await expectHealth(200)
    await admin.query(`begin; lock table ${table} in access exclusive mode`)
    const { result: answers, ms: untilRefused } = await measure(() =>
      Promise.all([order('locked'), api.place(intent, { email })]),
    )
    for (const path of ['/', '/api/health']) await expectFaster(path, untilRefused)
    await expectHealth(503)
    expect(answers.some(({ status }) => status === 503)).toBe(true)
    expect(answers.every(({ status }) => status === 503 || status === 200)).toBe(true)
    await admin.query('rollback')
    const after = await Promise.all([order('locked'), api.place(intent, { email })])
    expect(after.map(({ body }) => body.success)).toEqual([true, true])
    await expectHealth(200)
    const rows = await api.services.store.db.selectFrom('orders').select('id').execute()
    expect(rows).toHaveLength(2)
  })

  test('on the rows of one payment, other payments become orders meanwhile', async () => {
    const intents = [await api.create(200), await api.create(200)]
    for (const intent of intents) {
      await api.draft(intent)
      await api.pay(intent)
    }
    api.advance(61_000)
    await admin.query('begin')
    const lock = 'select state from donations where payment_intent_id = $1 for update'
    expect((await admin.query(lock, intents.slice(0, 1))).rowCount).toBe(1)
    await api.syncDue()
    const paid = api.services.store.db.selectFrom('orders').select('paymentIntentId')
    expect(await paid.execute()).toEqual([{ paymentIntentId: intents[1] }])
    await admin.query('rollback')
    await api.syncDue()
    expect(await paid.execute()).toHaveLength(2)
  })
})
