import { expect, test } from 'vitest'
import { notifyTemple } from '../../src/server/orders/notify-temple'
import { createReconciler } from '../../src/server/orders/reconcile'
import { eraseExpired } from '../../src/server/retention/erase'
import type { Services } from '../../src/server/services'
import { dayMs } from '../../src/shared/durations'
import { openApi } from './api-fixture'
import { listDonations, listOrders } from './read-store'

// Each process runs every loop.

test('two processes that run the same loops at once do each thing once', async () => {
  const first = await openApi({ engine: 'postgres', env: { DIGEST_AFTER: '100' } })
  const { config } = first
  const second = await openApi({
    sandboxOf: first,
    env: { DIGEST_AFTER: '100', DATABASE_URL: config.databaseUrl ?? '' },
  })
  const together = (run: (services: Services) => Promise<unknown>) =>
    Promise.all([first, second].map(({ services }) => run(services)))
  const advance = async (ms: number) => {
    await first.advanceBoth(ms)
    second.advance(ms)
  }
  const countEmails = async () => {
    const { db } = first.services.store
    const emails = await db.selectFrom('emails').select(['kind', 'subjectId']).execute()
    return emails.filter(({ kind }) => kind.startsWith('temple-')).length
  }
  const intents: string[] = []
  for (let i = 0; i < 12; i += 1) {
    await first.order({ name: `Ганна ${i}` })
    const intent = await first.create(200)
    await first.draft(intent)
    await first.pay(intent)
    intents.push(intent)
  }
  // No webhook has come.
  await together(services => createReconciler(services)())
  await together(() => first.syncDue())
  const orders = await listOrders(first.services)
  expect(orders).toHaveLength(24)
  expect((await listDonations(first.services)).map(({ state }) => state)).toEqual(
    Array(12).fill('succeeded'),
  )
  await together(notifyTemple)
  expect(await countEmails()).toBe(24)
  await first.services.outbox.runOnce()
  await advance(3 * dayMs)
  // One summary reminds of them.
  await together(notifyTemple)
  expect(await countEmails()).toBe(25)
  await advance(500 * dayMs)
  await together(services => eraseExpired(services, { retentionDays: 90, mailFolder: '/nowhere' }))
  expect(new Set((await listOrders(first.services)).map(({ name }) => name))).toEqual(new Set(['']))
})
