import type { Services } from '../../src/server/services'

export const listOrders = ({ store }: Services) =>
  store.db.selectFrom('orders').selectAll().execute()

export const listDonations = ({ store }: Services) =>
  store.db.selectFrom('donations').selectAll().execute()

export const listDrafts = ({ store }: Services) =>
  store.db.selectFrom('orderDrafts').selectAll().execute()

export const listReversals = ({ store }: Services) =>
  store.db.selectFrom('reversals').selectAll().execute()

export const listTickets = ({ store }: Services) =>
  store.db.selectFrom('tickets').selectAll().execute()

export const listHistory = ({ store }: Services) =>
  store.db.selectFrom('orderHistory').selectAll().execute()

/** The kinds of the letters in the outbox, sorted. */
export async function listLetterKinds({ store }: Services): Promise<string[]> {
  const rows = await store.db.selectFrom('letters').select('kind').execute()
  return rows.map(row => row.kind).sort()
}
