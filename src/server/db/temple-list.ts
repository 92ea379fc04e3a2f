import { sql } from 'kysely'
import { findIntention } from '../../shared/intention'
import { intentions } from '../../shared/temple-page'
import { capturedPayments, type Order } from './schema'
import type { Queryable, Transaction } from './store'

// What the temple's page lists. Captured donations come first, free orders after them, and last those of
// a network that sent many; in each of these three the living, the departed and all else. These nine
// ranks are the first column of an index, so that a page of the list costs the same however long it is.

export const rankCount = 9
const firstCrowdRank = 6

/** As in the index `orders_on_list`. */
const rank = sql<number>`(case when payment in ('paid', 'returned', 'disputed') then 0 when crowd = 1 then 6 else 3 end + intention)`

export function intentionOf(purpose: string): number {
  return intentions.indexOf(findIntention({ purpose }))
}

export function rankOf({ payment, crowd, intention }: Order): number {
  if (capturedPayments.includes(payment)) return intention
  return (crowd ? 6 : 3) + intention
}

/** The place in the list after which a page of it begins. Without an `id`: the beginning of its rank. */
export interface ListPlace {
  rank: number
  createdAt: number
  id: string
}

const ofRank = (db: Queryable, number: number) =>
  db
    .selectFrom('orders')
    .where('fulfilment', '=', sql.lit('waiting'))
    .where(rank, '=', sql.lit(number))

/** The next orders after a place, `limit` at most. */
export async function listWaiting(
  db: Queryable,
  after: ListPlace,
  limit: number,
): Promise<Order[]> {
  const found: Order[] = []
  for (let number = after.rank; number < rankCount && found.length < limit; number += 1) {
    const { createdAt, id } = after
    const isInside = number === after.rank && id !== ''
    const orders = await ofRank(db, number)
      .selectAll()
      .$if(isInside, query => query.where(sql<boolean>`(created_at, id) > (${createdAt}, ${id})`))
      .orderBy('createdAt')
      .orderBy('id')
      .limit(limit - found.length)
      .execute()
    found.push(...orders)
  }
  return found
}

/** How many orders wait in each rank, counted up to `limit`. */
export async function countWaiting(db: Queryable, limit: number): Promise<number[]> {
  const counts = Array.from(
    { length: rankCount },
    (_, number) => sql`
      select ${sql.lit(number)} as "rank", count(*) as "count"
      from (${ofRank(db, number).select('id').limit(limit)}) as counted`,
  )
  const { rows } = await sql<{ rank: number; count: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db)
  return Array.from(
    { length: rankCount },
    (_, number) => rows.find(row => row.rank === number)?.count ?? 0,
  )
}

/** Lit since then (ms) and before this one, the newest first. */
export function listLit(
  db: Queryable,
  { since, before }: { since: number; before: { litAt: number; id: string } | null },
  limit: number,
): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('fulfilment', '=', 'lit')
    .where('erasedAt', 'is', null)
    .where('litAt', '>=', since)
    .$if(before !== null, query =>
      query.where(sql<boolean>`(lit_at, id) < (${before?.litAt}, ${before?.id})`),
    )
    .orderBy('litAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What one press lit, and still is. */
export function listLitBy(db: Queryable, { litAt, litBy }: Order): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('litAt', '=', litAt)
    .where('litBy', '=', litBy)
    .where('fulfilment', '=', 'lit')
    .where('erasedAt', 'is', null)
    .orderBy('id')
    .execute()
}

export function listByCodes(db: Queryable, codes: string[]): Promise<Order[]> {
  return selectByCodes(db, codes).execute()
}

/** In the order of their ids, so that two presses at once wait for each other once. */
export function lockByCodes(trx: Transaction, codes: string[]): Promise<Order[]> {
  return selectByCodes(trx, codes).forUpdate().execute()
}

function selectByCodes(db: Queryable, codes: string[]) {
  return db.selectFrom('orders').selectAll().where('code', 'in', codes).orderBy('id')
}

/** The widest network of an address hash (address-hash.ts). */
const network = sql<string>`substr(address_hash, 1, 10)`

const isFree = sql<boolean>`payment not in ('paid', 'returned', 'disputed')`

/**
 * Moves free orders to the end of the list if their network sent more than `size` since then (ms).
 */
export async function markCrowds(
  db: Queryable,
  { since, size }: { since: number; size: number },
): Promise<void> {
  const crowded = db
    .selectFrom('orders')
    .select(network.as('network'))
    .where('createdAt', '>=', since)
    .where('addressHash', '!=', '')
    .where(isFree)
    .groupBy(network)
    .having(({ fn }) => fn.countAll(), '>', size)
  await db
    .updateTable('orders')
    .set({ crowd: true })
    .where('createdAt', '>=', since)
    .where('fulfilment', '=', 'waiting')
    .where('crowd', '=', false)
    .where(isFree)
    .where(network, 'in', crowded)
    .execute()
}

/** Without those that claim a donation, the oldest first. `codes`: only of the networks that these orders came from. */
export async function listCrowd(db: Queryable, codes: string[], limit: number): Promise<Order[]> {
  const found: Order[] = []
  for (let number = firstCrowdRank; number < rankCount; number += 1) {
    const orders = await ofRank(db, number)
      .selectAll()
      .where('payment', '=', 'none')
      .$if(codes.length > 0, query =>
        query.where(
          network,
          'in',
          db.selectFrom('orders').select(network.as('network')).where('code', 'in', codes),
        ),
      )
      .orderBy('createdAt')
      .orderBy('id')
      .limit(limit - found.length)
      .execute()
    found.push(...orders)
  }
  return found
}
