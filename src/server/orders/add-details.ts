import { cutText } from '../../shared/cut-text'
import { cleanText, textLimit } from '../../shared/plain-text'
import { insertEmails } from '../db/emails'
import { addHistory, lockOrder, parseOrderKey, updateOrder } from '../db/orders'
import { capturedPayments, isWordless, type Order } from '../db/schema'
import { inTransaction, type Transaction } from '../db/store'
import { intentionOf } from '../db/temple-list'
import { detailsAddedEmail } from '../emails/notice-email'
import type { Services } from '../services'
import { isTooLong, type SentOrder } from './save-order'

type Completing = Pick<Services, 'emailSettings' | 'now'>

/**
 * Completes a paid order, locked by the caller, that lacks a name or purpose: empty fields only, and
 * only if nothing is missing after it, so once. Of an order without any words the first that come count,
 * with their address and language, even if something is missing still.
 */
export async function addDetails(
  services: Completing,
  trx: Transaction,
  order: Order,
  { sent }: SentOrder,
): Promise<Order> {
  if (!canBeCompleted(order)) return order
  const details = {
    name: order.name || cutText(sent.name, textLimit),
    purpose: order.purpose || cutText(sent.purpose, textLimit),
    shortened: order.shortened || isTooLong(sent),
  }
  const isIncomplete = details.name === '' || details.purpose === ''
  const isFirst = isWordless(order) && (sent.name !== '' || sent.purpose !== '')
  if (isIncomplete && !isFirst) return order
  const words = { email: order.email ?? (sent.email || null), language: sent.language }
  return saveDetails(services, trx, order, {
    ...details,
    needsDetails: isIncomplete,
    ...(isFirst && { ...words, channel: 'page' }),
  })
}

/**
 * The same by an operator. `not-open`: nothing is missing, or it was not paid, or was dismissed or erased.
 * `incomplete`: something would still be missing. `code` is what was typed if there is no such order.
 */
export function completeOrder(
  { store, ...services }: Completing & Pick<Services, 'store'>,
  typed: string,
  given: { name: string; purpose: string },
): Promise<{ kind: 'completed' | 'missing' | 'not-open' | 'incomplete'; code: string }> {
  return inTransaction(store, async trx => {
    const order = await lockOrder(trx, parseOrderKey(typed))
    if (!order) return { kind: 'missing', code: typed }
    const { code } = order
    if (!canBeCompleted(order)) return { kind: 'not-open', code }
    const name = order.name || cutText(cleanText(given.name), textLimit)
    const purpose = order.purpose || cutText(cleanText(given.purpose), textLimit)
    if (name === '' || purpose === '') return { kind: 'incomplete', code }
    await saveDetails(services, trx, order, { name, purpose, needsDetails: false })
    return { kind: 'completed', code }
  })
}

function canBeCompleted({ needsDetails, fulfilment, erasedAt, payment }: Order): boolean {
  const isOpen = fulfilment !== 'dismissed' && erasedAt === null
  return needsDetails && isOpen && capturedPayments.includes(payment)
}

/** The temple reads a completed order in its notice, or in an email if that has gone out. */
async function saveDetails(
  { emailSettings, now }: Completing,
  trx: Transaction,
  order: Order,
  details: Partial<Order>,
): Promise<Order> {
  const changes = { ...details, intention: intentionOf(details.purpose ?? order.purpose) }
  await updateOrder(trx, order.id, changes)
  const changed = { ...order, ...changes }
  const added = (['name', 'purpose'] as const).filter(field => changed[field] !== order[field])
  const entry = { orderId: order.id, at: now(), event: 'details', detail: added.join(', ') }
  await addHistory(trx, entry)
  if (order.noticeId !== null && !changed.needsDetails)
    await insertEmails(trx, [detailsAddedEmail(emailSettings, changed)], now())
  return changed
}
