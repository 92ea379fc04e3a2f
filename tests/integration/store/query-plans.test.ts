import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { ReopenableDatabase } from '../../../src/server/db/sqlite-database'
import { readHealth } from '../../../src/server/health/read-health'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import { eraseExpired } from '../../../src/server/retention/erase'
import { apiForAll } from '../api-fixture'
import { buildOrder } from '../build-order'

const api = apiForAll()

const email = 'maria@example.org'

/** The server's requests and loops. */
async function doEverything(): Promise<void> {
  await api.post('/api/candle-orders', buildOrder({ email }))
  for (const amount of [100, 200]) {
    const intent = await api.create(amount)
    await api.draft(intent, { email })
    await api.outcome(intent)
    await api.pay(intent)
    await api.place(intent, { email })
  }
  await api.syncDue()
  await api.reconcile()
  await notifyTemple(api.services)
  await api.services.outbox.runOnce()
  await readHealth(api.services)
  await eraseExpired(api.services, { retentionDays: 90, mailFolder: '/nowhere' })
}

// An index of the last minutes' rows may be read completely: `donations_to_match`.
const growing = /^SCAN (orders|order_history|donations|emails|webhook_events|replies)\b/

test('no request and no loop reads a whole table that grows with the orders', async () => {
  const prepare = vi.spyOn(ReopenableDatabase.prototype, 'prepare')
  await doEverything()
  const statements = new Set(prepare.mock.calls.map(([statement]) => statement))
  vi.restoreAllMocks()
  const scans: string[] = []
  for (const statement of statements) {
    if (!/^(select|insert|update|delete)/.test(statement)) continue
    const { rows } = await sql
      .raw<{ detail: string }>(`explain query plan ${statement}`)
      .execute(api.services.store.db)
    for (const { detail } of rows)
      if (growing.test(detail) && !detail.endsWith('donations_to_match'))
        scans.push(`${detail}: ${statement}`)
  }
  expect(statements.size).toBeGreaterThan(30)
  expect(scans).toEqual([])
})
