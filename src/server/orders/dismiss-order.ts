import { addHistory, lockOrder, parseOrderKey, updateOrder } from '../db/orders'
import type { Order } from '../db/schema'
import { inTransaction } from '../db/store'
import type { Services } from '../services'

/**
 * `isNews` is false if the order was dismissed, or waited, already. The last three outcomes change
 * nothing. If there is no such order, `code` repeats what was typed.
 */
export type DismissOutcome =
  | { kind: 'dismissed' | 'waiting'; code: string; order: Order; isNews: boolean }
  | { kind: 'missing' | 'erased' | 'lit' | 'has-donation'; code: string }

/** With `undo` the orders wait again. Only with `paid` are orders with a donation dismissed, too. */
interface DismissOptions {
  undo: boolean
  paid: boolean
}

/**
 * Takes orders off the temple's list or brings them back, in one transaction, and skips those that it
 * cannot change. `typed` are codes or payment ids.
 */
export function dismissOrders(
  { store, now }: Pick<Services, 'store' | 'now'>,
  typed: string[],
  { undo, paid }: DismissOptions,
): Promise<DismissOutcome[]> {
  return inTransaction(store, async trx => {
    const outcomes: DismissOutcome[] = []
    for (const key of typed) {
      const order = await lockOrder(trx, parseOrderKey(key))
      const obstacle = findObstacle(order, { undo, paid })
      if (!order || obstacle) {
        outcomes.push({ kind: obstacle ?? 'missing', code: order?.code ?? key })
        continue
      }
      const fulfilment = undo ? 'waiting' : 'dismissed'
      const isNews = order.fulfilment !== fulfilment
      if (isNews) {
        const at = now()
        // An order that was never announced gets its notice now.
        const isDue = undo && order.noticeId === null
        await updateOrder(trx, order.id, { fulfilment, noticeDueAt: isDue ? at : null })
        const event = undo ? 'dismissal undone' : 'dismissed'
        await addHistory(trx, { orderId: order.id, at, event, detail: 'by command line' })
      }
      outcomes.push({ kind: fulfilment, code: order.code, order, isNews })
    }
    return outcomes
  })
}

function findObstacle(order: Order | undefined, { undo, paid }: DismissOptions) {
  if (!order) return 'missing'
  if (order.erasedAt !== null) return 'erased'
  if (order.fulfilment === 'lit') return 'lit'
  return !undo && !paid && order.payment === 'paid' ? 'has-donation' : null
}
