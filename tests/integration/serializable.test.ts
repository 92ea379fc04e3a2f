import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStorePlace } from '../setup/test-store'
import { openApi } from './api-fixture'

test('of 24 concurrent visitors under serializable isolation none sees a conflict', async () => {
  const place = await openStorePlace('postgres', true)
  const url = new URL(place.databaseUrl ?? '')
  url.searchParams.set('options', '-c default_transaction_isolation=serializable')
  const env = { DATABASE_URL: url.href, LIMIT_FACTOR: '1000' }
  // A loaded machine repeats for longer than a visitor waits.
  const api = await openApi({ env, retryForMs: 30_000 })
  const { rows } = await sql`show transaction_isolation`.execute(api.services.store.db)
  expect(rows).toEqual([{ transactionIsolation: 'serializable' }])
  const visit = async (visitor: number) => {
    if (visitor % 2 === 0) return api.order({ name: `Марія ${visitor}` })
    const intent = await api.create(100 + visitor)
    const fields = { name: `Марія ${visitor}`, donationAmount: String(100 + visitor) }
    await api.draft(intent, fields)
    await api.pay(intent)
    return api.place(intent, fields)
  }
  const answers = await Promise.all(Array.from({ length: 24 }, (_, visitor) => visit(visitor)))
  expect(answers.filter(({ body }) => body.success !== true)).toEqual([])
  const orders = await api.services.store.db.selectFrom('orders').select('id').execute()
  expect(orders).toHaveLength(24)
})
