import { notifyTemple } from '../../src/server/orders/notify-temple'
import type { Services } from '../../src/server/services'

export const listOrders = ({ store }: Services) =>
  store.db.selectFrom('orders').selectAll().execute()

export const listDonations = ({ store }: Services) =>
  store.db.selectFrom('donations').selectAll().execute()

export const listDrafts = ({ store }: Services) =>
  store.db.selectFrom('donations').select('draft').where('draft', 'is not', null).execute()

export const listHistory = ({ store }: Services) =>
  store.db.selectFrom('orderHistory').selectAll().execute()

/** The kinds of the emails in the outbox, sorted, once the temple's notices are written. */
export async function listEmailKinds(services: Services): Promise<string[]> {
  await notifyTemple(services)
  const rows = await services.store.db.selectFrom('emails').select('kind').execute()
  return rows.map(row => row.kind).sort()
}
