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
 * Completes an order that lacks a name or purpose; the caller has locked it. Only empty fields are filled,
 * and only if nothing is missing afterwards, so an order is completed once. An order without any words takes
 * the first that come, with their language, even if they are incomplete.
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
  return saveDetails(services, trx, order, {
    ...details,
    needsDetails: isIncomplete,
    email: order.email ?? (sent.email || null),
    ...(isFirst && { language: sent.language, channel: 'page' }),
  })
}

/**
 * Completes an order for an operator. `not-open` means that the order lacks nothing, was dismissed or was
 * erased. `lacks-name` and `lacks-purpose` mean that it would still lack that. If there is no such order,
 * `code` repeats what was typed.
 */
export function completeOrder(
  { store, ...services }: Completing & Pick<Services, 'store'>,
  typed: string,
  given: { name: string; purpose: string },
): Promise<{
  kind: 'completed' | 'missing' | 'not-open' | 'lacks-name' | 'lacks-purpose'
  code: string
}> {
  return inTransaction(store, async trx => {
    const order = await lockOrder(trx, parseOrderKey(typed))
    if (!order) return { kind: 'missing', code: typed }
    const { code } = order
    if (!canBeCompleted(order)) return { kind: 'not-open', code }
    const name = order.name || cutText(cleanText(given.name), textLimit)
    const purpose = order.purpose || cutText(cleanText(given.purpose), textLimit)
    if (name === '') return { kind: 'lacks-name', code }
    if (purpose === '') return { kind: 'lacks-purpose', code }
    await saveDetails(services, trx, order, { name, purpose, needsDetails: false })
    return { kind: 'completed', code }
  })
}

function canBeCompleted({ needsDetails, fulfilment, erasedAt }: Order): boolean {
  return needsDetails && fulfilment !== 'dismissed' && erasedAt === null
}

/**
 * Saves the words. If the temple was told of a captured donation already, another email brings them. Those
 * of a claimed one come with the confirmation of its payment.
 */
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
  const isTold = order.noticeId !== null && capturedPayments.includes(order.payment)
  if (isTold && !changed.needsDetails)
    await insertEmails(trx, [detailsAddedEmail(emailSettings, changed)], now())
  return changed
}
