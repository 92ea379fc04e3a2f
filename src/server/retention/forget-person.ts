import { emptyLog } from '../db/engines'
import {
  countTraces,
  deleteDrafts,
  type ErasableOrder,
  eraseEmails,
  eraseEmailsTo,
  eraseTickets,
  listOrdersOfAddress,
} from '../db/erasure'
import { listDrafts } from '../db/order-drafts'
import { findOrderByCode } from '../db/orders'
import { inTransaction, type Store } from '../db/store'
import { readDraft } from '../orders/order'
import { eraseOrders } from './erase-orders'
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
  const drafts = (await listDrafts(store.db))
    .filter(draft => readDraft(draft)?.sent.email?.toLowerCase() === address)
    .map(draft => draft.paymentIntentId)
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
