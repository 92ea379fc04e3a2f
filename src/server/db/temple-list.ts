import { sql } from 'kysely'
import { findIntention } from '../../shared/intention'
import { intentions } from '../../shared/temple-page'
import { capturedPayments, type Order } from './schema'
import type { Queryable, Transaction } from './store'

// The temple's page lists captured donations first, then free orders, and last those of a network that
// sent many. Each of these three begins with the living, then come the departed and all others. These
// nine ranks are the first column of an index, so a part of the list costs the same however long the list
// is.

export const rankCount = 9
const firstCrowdRank = 6

/** This expression must stay the one of the index `orders_on_list`. */
const rank = sql<number>`(case when payment in ('paid', 'returned', 'disputed') then 0 when crowd = 1 then 6 else 3 end + intention)`

export function intentionOf(purpose: string): number {
  return intentions.indexOf(findIntention({ purpose }))
}

export function rankOf({ payment, crowd, intention }: Order): number {
  if (capturedPayments.includes(payment)) return intention
  return (crowd ? 6 : 3) + intention
}

/** A part of the list begins after this place. Without an `id` it is the beginning of its rank. */
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

type RankQuery = ReturnType<typeof ofRank>

/** Lists the next orders after a place, at most `limit`. */
export async function listWaiting(
  db: Queryable,
  after: ListPlace,
  limit: number,
): Promise<Order[]> {
  const { createdAt, id } = after
  return listFromRank(db, after.rank, limit, (query, number) =>
    number === after.rank && id !== ''
      ? query.where(sql<boolean>`(created_at, id) > (${createdAt}, ${id})`)
      : query,
  )
}

/** Lists the waiting orders of this rank and of those after it, the oldest of each first. */
async function listFromRank(
  db: Queryable,
  first: number,
  limit: number,
  narrow: (query: RankQuery, number: number) => RankQuery,
): Promise<Order[]> {
  const found: Order[] = []
  for (let number = first; number < rankCount && found.length < limit; number += 1) {
    const orders = await narrow(ofRank(db, number), number)
      .selectAll()
      .orderBy('createdAt')
      .orderBy('id')
      .limit(limit - found.length)
      .execute()
    found.push(...orders)
  }
  return found
}

/** Counts the waiting orders of each rank, up to `limit`. */
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

/** Lists orders that were lit since a time (ms), and before a given one, the newest first. */
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

/** Lists the orders that one submission lit and that are still lit. */
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

export async function listByCodes(db: Queryable, codes: string[]): Promise<Order[]> {
  if (codes.length === 0) return []
  return selectByCodes(db, codes).execute()
}

/** Locks orders by their ids' order, so that two submissions at once cannot block each other. */
export function lockByCodes(trx: Transaction, codes: string[]): Promise<Order[]> {
  return selectByCodes(trx, codes).forUpdate().execute()
}

function selectByCodes(db: Queryable, codes: string[]) {
  return db.selectFrom('orders').selectAll().where('code', 'in', codes).orderBy('id')
}

/** The prefix of an address hash that stands for the widest network (address-hash.ts). */
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

/**
 * Lists waiting orders without a donation, the oldest first, if given only of the networks of these
 * codes.
 */
export function listCrowd(db: Queryable, codes: string[], limit: number): Promise<Order[]> {
  const networks = db.selectFrom('orders').select(network.as('network')).where('code', 'in', codes)
  return listFromRank(db, firstCrowdRank, limit, query => {
    const free = query.where('payment', '=', 'none')
    return codes.length > 0 ? free.where(network, 'in', networks) : free
  })
}
