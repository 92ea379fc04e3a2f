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

/** The emails in the outbox by kind and time, once the temple's notices are written. */
export async function listEmails(services: Services) {
  await notifyTemple(services)
  const emails = services.store.db.selectFrom('emails').selectAll().orderBy('createdAt')
  return (await emails.execute()).sort((a, b) => (a.kind < b.kind ? -1 : Number(a.kind > b.kind)))
}

export const listEmailKinds = async (services: Services) =>
  (await listEmails(services)).map(({ kind }) => kind)
