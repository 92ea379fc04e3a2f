import { type SqlBool, sql } from 'kysely'
import { containsText, equalsText } from './engines'
import { findOrder, parseOrderKey } from './orders'
import { donorEmailKinds, type Order, type StoredEmail } from './schema'
import type { Queryable, Store, Transaction } from './store'

/** The columns that erasure overwrites. Amounts, times and payments stay. */
const erased = {
  order: {
    name: '',
    purpose: '',
    email: null,
    addressHash: '',
    noticeDueAt: null,
    // No candle can be lit for a name that is gone.
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

/** The orders, and the ids of the other rows. Donations are named by their payment intents. */
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
 * Finds what is older than `before` (ms), up to `limit` rows of each kind. The age of an order counts from
 * when it was lit, that of a dismissed one from when it came. Orders that were never lit are kept until
 * `unfinishedBefore`.
 */
export async function findExpired(
  db: Queryable,
  times: { before: number; unfinishedBefore: number; now: number },
  limit: number,
): Promise<PersonalData> {
  const { before, unfinishedBefore, now } = times
  // Each query has an index. One query for both would read all orders that were never lit.
  const lit = await selectOrders(db).where('litAt', '<', before).limit(limit).execute()
  const dismissed = await selectOrders(db)
    .where('fulfilment', '=', sql.lit('dismissed'))
    .where('createdAt', '<', before)
    .limit(limit - lit.length)
    .execute()
  const neverLit = await selectOrders(db)
    .where('createdAt', '<', unfinishedBefore)
    // If a clock that was years ahead dated the candle, its names would be kept for those years. Nothing
    // corrects that time once the clock is right (pull-in.ts).
    .where(eb => eb.or([eb('litAt', 'is', null), eb('litAt', '>', now)]))
    .limit(limit - lit.length - dismissed.length)
    .execute()
  const donations = selectDonations(db)
    .where('createdAt', '<', before)
    // An order that was answered waits for the bank, however long that takes.
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
 * Finds what is stored about a person, by an email address, or by an order's code for that order alone. It
 * reads whole tables, so it must not run in a transaction, where others would wait for it.
 */
export async function findPerson({ engine, db }: Store, input: string): Promise<PersonalData> {
  const none = { donations: [], emails: [] }
  if (!input.includes('@')) {
    const order = await findOrder(db, parseOrderKey(input))
    return { ...none, orders: order && order.erasedAt === null ? [order] : [] }
  }
  const draft = `"email":${JSON.stringify(input)}`
  const withDraft = selectDonations(db).where(containsText(engine, 'draft', draft))
  const emails = db
    .selectFrom('emails')
    .select('id')
    .where(equalsText(engine, 'recipient', input))
    // An email to the temple may be about the orders of others.
    .where('kind', 'in', donorEmailKinds)
  return {
    ...none,
    orders: await selectOrders(db)
      .where(equalsText(engine, 'email', input))
      .execute(),
    donations: await listIds(withDraft),
    emails: await listIds(emails),
  }
}

async function listIds(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(row => row.id)
}

/** SQL allows no empty list after `in`. No row has an empty id. */
const listOf = (ids: string[]) => (ids.length > 0 ? ids : [''])

/**
 * Erases rows with everything that repeats their words. Waiting orders are dismissed and unsent emails fail.
 * Returns the ids of the erased emails.
 */
export async function erase(trx: Transaction, data: PersonalData, now: number): Promise<string[]> {
  const ids = data.orders.map(order => order.id)
  const intents = data.orders.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
  await trx
    .updateTable('orders')
    .set({ ...erased.order, erasedAt: now })
    .where('id', 'in', listOf(ids))
    .execute()
  // Unpaid rows are deleted, because a stranger may have made thousands.
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
