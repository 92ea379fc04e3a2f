import { type SqlBool, sql } from 'kysely'
import { containsText, equalsText } from './engines'
import { findOrder, parseOrderKey } from './orders'
import { donorEmailKinds, type Order, type StoredEmail } from './schema'
import type { Queryable, Store, Transaction } from './store'

/** What erasure leaves of a row; other columns stay: amounts, times, payments. */
const erased = {
  order: {
    name: '',
    purpose: '',
    email: null,
    addressHash: '',
    noticeDueAt: null,
    // Nobody can light a candle for a name that is gone.
    fulfilment: sql<Order['fulfilment']>`
      case fulfilment when 'waiting' then 'dismissed' else fulfilment end`,
  },
  donation: { draft: null, draftedAt: null, answeredAt: null, addressHash: '' },
  email: {
    recipient: '',
    subject: '',
    textBody: '',
    htmlBody: '',
    photoSetId: null,
    lastError: sql<string>`
      case state when 'waiting' then 'erased before it was sent' else last_error end`,
    state: sql<StoredEmail['state']>`case state when 'sent' then state else 'failed' end`,
  },
}

/** Orders, and the ids of other rows: those of donations are their payment intents. */
export interface PersonalData {
  orders: Pick<Order, 'id' | 'code' | 'paymentIntentId' | 'payment' | 'fulfilment'>[]
  donations: string[]
  emails: string[]
}

const selectOrders = (db: Queryable) =>
  db
    .selectFrom('orders')
    .select(['id', 'code', 'paymentIntentId', 'payment', 'fulfilment'])
    .where('erasedAt', 'is', null)

const selectDonations = (db: Queryable) =>
  db.selectFrom('donations').select('paymentIntentId as id')

/**
 * What came before `before` (ms), up to `limit` rows of each kind: orders by the time they were
 * lit, dismissed ones by the time they came, and all that came before `unfinishedBefore`.
 */
export async function findExpired(
  db: Queryable,
  times: { before: number; unfinishedBefore: number; now: number },
  limit: number,
): Promise<PersonalData> {
  const { before, unfinishedBefore, now } = times
  // Each query has an index: one for both would read all that are never lit, which stay for a year.
  const lit = await selectOrders(db).where('litAt', '<', before).limit(limit).execute()
  const dismissed = await selectOrders(db)
    .where('fulfilment', '=', sql.lit('dismissed'))
    .where('createdAt', '<', before)
    .limit(limit - lit.length)
    .execute()
  const neverLit = await selectOrders(db)
    .where('createdAt', '<', unfinishedBefore)
    // A time to come was written by a wrong clock.
    .where(eb => eb.or([eb('litAt', 'is', null), eb('litAt', '>', now)]))
    .limit(limit - lit.length - dismissed.length)
    .execute()
  const donations = selectDonations(db)
    .where('createdAt', '<', before)
    // An answered order waits for its bank, however long.
    .where('answeredAt', 'is', null)
    .where(
      sql<SqlBool>`(address_hash <> '' or drafted_at is not null or (state = 'canceled' and has_order = 0))`,
    )
  return {
    orders: [...lit, ...dismissed, ...neverLit],
    donations: await listIds(donations.limit(limit)),
    emails: [],
  }
}

/**
 * What is stored about a person, named by an order's code (only that order) or by an email address. Reads
 * whole tables: not for a transaction, which delays others.
 */
export async function findPerson({ engine, db }: Store, input: string): Promise<PersonalData> {
  const none = { donations: [], emails: [] }
  if (!input.includes('@')) {
    const order = await findOrder(db, parseOrderKey(input))
    return { ...none, orders: order && order.erasedAt === null ? [order] : [] }
  }
  const draft = `"email":${JSON.stringify(input)}`
  const drafted = selectDonations(db).where(containsText(engine, 'draft', draft))
  const emails = db
    .selectFrom('emails')
    .select('id')
    .where(equalsText(engine, 'recipient', input))
    // Not notices, which are about the orders of others.
    .where('kind', 'in', donorEmailKinds)
  return {
    ...none,
    orders: await selectOrders(db)
      .where(equalsText(engine, 'email', input))
      .execute(),
    donations: await listIds(drafted),
    emails: await listIds(emails),
  }
}

async function listIds(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(row => row.id)
}

/** For `in`, whose list may not be empty: no row has an empty id. */
const listOf = (ids: string[]) => (ids.length > 0 ? ids : [''])

/**
 * Erases rows with everything that repeats their words. A waiting order is dismissed, an unsent email
 * failed. Resolves to the ids of the erased emails; their photos have no email then.
 */
export async function erase(trx: Transaction, data: PersonalData, now: number): Promise<string[]> {
  const ids = data.orders.map(order => order.id)
  const intents = data.orders.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
  await trx
    .updateTable('orders')
    .set({ ...erased.order, erasedAt: now })
    .where('id', 'in', listOf(ids))
    .execute()
  // Nobody paid, and a stranger may have made thousands.
  await trx
    .deleteFrom('donations')
    .where('paymentIntentId', 'in', listOf(data.donations))
    .where('state', '=', 'canceled')
    .where('hasOrder', '=', false)
    .execute()
  await trx
    .updateTable('donations')
    .set(erased.donation)
    .where('paymentIntentId', 'in', listOf([...intents, ...data.donations]))
    .execute()
  const history = trx.selectFrom('orderHistory').select('id').where('orderId', 'in', listOf(ids))
  const subjects = [...ids, ...(await listIds(history))]
  const emails = trx
    .updateTable('emails')
    .set(erased.email)
    .where(eb =>
      eb.or([eb('id', 'in', listOf(data.emails)), eb('subjectId', 'in', listOf(subjects))]),
    )
    .returning('id')
  return listIds(emails)
}
