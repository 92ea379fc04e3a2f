import { deleteDraft } from '../db/order-drafts'
import { addHistory, findOrderByKey, insertOrder } from '../db/orders'
import type { Queryable } from '../db/store'
import { closeTicket } from '../db/tickets'
import type { Services } from '../services'
import { flagTwin } from './flag-twin'
import type { Order } from './order'
import { queueEmails } from './queue-emails'

/**
 * Stores an order with its emails in the caller's transaction. Returns the order that stands
 * under its key: another one than was given if somebody was first.
 */
export async function saveOrder(services: Services, trx: Queryable, given: Order): Promise<Order> {
  const order = await flagTwin(trx, given)
  if (!(await insertOrder(trx, order))) return findWinner(trx, order)
  await noteAmountDifference(trx, order)
  await clearPaymentTraces(trx, order)
  await queueEmails(services, trx, order)
  return order
}

async function findWinner(trx: Queryable, order: Order): Promise<Order> {
  const winner = await findOrderByKey(trx, order.idempotencyKey)
  if (!winner) throw new Error('An order was neither stored nor found: its code was taken.')
  return winner
}

async function noteAmountDifference(trx: Queryable, order: Order): Promise<void> {
  if (order.payment !== 'paid' || order.claimedKopiykas === order.confirmedKopiykas) return
  const detail = `claimed ${order.claimedKopiykas}, received ${order.confirmedKopiykas} kopiykas`
  await addHistory(trx, { orderId: order.id, at: order.createdAt, event: 'amount-differs', detail })
}

async function clearPaymentTraces(trx: Queryable, order: Order): Promise<void> {
  if (order.paymentIntentId === null) return
  await deleteDraft(trx, order.paymentIntentId)
  await closeTicket(trx, order.paymentIntentId, order.createdAt)
}
