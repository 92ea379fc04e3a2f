import { cutText } from '../../shared/cut-text'
import { textLimit } from '../../shared/plain-text'
import { insertEmails } from '../db/emails'
import { addHistory, updateOrder } from '../db/orders'
import { capturedPayments, type Order } from '../db/schema'
import type { Transaction } from '../db/store'
import { detailsAddedEmail } from '../emails/notice-email'
import type { Services } from '../services'
import { isTooLong, type SentOrder } from './save-order'

/**
 * Completes a paid order, locked by the caller, that lacks a name or purpose: empty fields only, and
 * only if nothing is missing after it, so once. The caller knows the client secret. The temple reads
 * it in the order's notice, or in an email if that has gone out.
 */
export async function addDetails(
  { emailSettings, now }: Pick<Services, 'emailSettings' | 'now'>,
  trx: Transaction,
  order: Order,
  { sent }: SentOrder,
): Promise<Order> {
  const isOpen = order.fulfilment !== 'dismissed' && order.erasedAt === null
  if (!order.needsDetails || !isOpen || !capturedPayments.includes(order.payment)) return order
  const name = order.name || cutText(sent.name, textLimit)
  const purpose = order.purpose || cutText(sent.purpose, textLimit)
  if (name === '' || purpose === '') return order
  const shortened = order.shortened || isTooLong(sent)
  const details = { name, purpose, shortened, needsDetails: false }
  await updateOrder(trx, order.id, details)
  const added = [order.name === '' && 'name', order.purpose === '' && 'purpose']
  const detail = added.filter(Boolean).join(', ')
  await addHistory(trx, { orderId: order.id, at: now(), event: 'details', detail })
  const completed = { ...order, ...details }
  if (order.noticeId !== null)
    await insertEmails(trx, [detailsAddedEmail(emailSettings, completed)], now())
  return completed
}
