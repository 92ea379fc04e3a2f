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
 * Completes a paid order that lacks a name or purpose; the caller has locked it. Only empty fields are
 * filled, and only if nothing is missing afterwards, so an order is completed once. An order without any
 * words takes the first that come, with their address and language, even if they are incomplete.
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
 * Completes a paid order for an operator. `not-open` means that the order lacks nothing, or is not
 * paid, dismissed or erased. `incomplete` means that it would still lack something. If there is no such
 * order, `code` repeats what was typed.
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

/** Saves the words. If the notice has gone out already, another email brings them to the temple. */
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
