import { listDrafted } from '../db/donations'
import { deleteUnneededPhotos, eraseEmails, eraseEmailsTo } from '../db/email-erasure'
import { emptyLog } from '../db/engines'
import {
  countTraces,
  deleteDrafts,
  type ErasableOrder,
  eraseOrderWords,
  eraseTickets,
  listOrdersOfAddress,
  listReplyIds,
  listReversalIds,
  releaseUntoldOrders,
} from '../db/erasure'
import { findOrderByCode } from '../db/orders'
import { inTransaction, type Queryable, type Store } from '../db/store'
import { readDraft } from '../orders/order'
import { removeMailFiles } from './remove-mail-files'

/** What is kept of one person. */
export interface Forgettable {
  orders: ErasableOrder[]
  /** Payments that were begun and are not known to be paid. */
  drafts: string[]
  /** Tickets and emails that name the address. */
  traces: number
  /** null: only the named order is to be forgotten. */
  address: string | null
}

/** Whom to forget: an order's code, or an address (all of its orders, drafts, tickets, emails). */
export async function findForgettable(store: Store, named: string): Promise<Forgettable> {
  if (!named.includes('@')) {
    const order = await findOrderByCode(store.db, named)
    const orders = order && order.erasedAt === null ? [order] : []
    return { orders, drafts: [], traces: 0, address: null }
  }
  const address = named.toLowerCase()
  const drafts = (await listDrafted(store.db))
    .filter(donation => readDraft(donation)?.sent.email?.toLowerCase() === address)
    .flatMap(donation => donation.paymentIntentId ?? [])
  const orders = await listOrdersOfAddress(store.db, address)
  return { orders, drafts, traces: await countTraces(store.db, address), address }
}

/** Erases one person's data, whether the candle was lit or not. */
export async function forgetPerson(
  store: Store,
  { orders, drafts, address }: Forgettable,
  mailFolder: string,
  now: number,
): Promise<void> {
  const emails = await inTransaction(store, async trx => {
    const erased = await eraseOrders(trx, orders, now)
    await deleteDrafts(trx, drafts)
    if (address === null) return erased
    const tickets = await eraseTickets(trx, { billingEmail: address })
    // The email about a ticket names the payer, and goes to the temple.
    const told = tickets.length > 0 ? await eraseEmails(trx, tickets) : []
    return [...erased, ...told, ...(await eraseEmailsTo(trx, address))]
  })
  await emptyLog(store.engine, store.db)
  await removeMailFiles(mailFolder, emails)
}

/**
 * Takes the people out of these orders: words, addresses, tickets, emails, pictures. Amounts, times
 * and states stay for the sums. Resolves to the ids of the emptied emails.
 */
export async function eraseOrders(
  trx: Queryable,
  orders: ErasableOrder[],
  now: number,
): Promise<string[]> {
  if (orders.length === 0) return []
  const ids = orders.map(order => order.id)
  const codes = orders.map(order => order.code)
  const intents = orders.flatMap(order => order.paymentIntentId ?? [])
  await eraseOrderWords(trx, ids, now)
  await deleteDrafts(trx, intents)
  const notices = orders.flatMap(order => order.noticeId ?? [])
  if (notices.length > 0) await releaseUntoldOrders(trx, notices, now)
  const subjects = [
    ...ids,
    ...notices,
    ...(await listReversalIds(trx, intents)),
    // Closed when the order came, with an email that names who paid.
    ...(await eraseTickets(trx, { paymentIntentIds: intents })),
    ...(await listReplyIds(trx, codes)),
  ]
  const emptied = await eraseEmails(trx, subjects)
  await deleteUnneededPhotos(trx, 0)
  return emptied
}
